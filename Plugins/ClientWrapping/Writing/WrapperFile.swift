/// The file that a wrapper is written to.
struct WrapperFile {
    let wrapper: Wrapper
    /// The command that writes the file again.
    let command: String
    /// The modules to import, but for those that the declarations name.
    let imports: [String]
    /// The module that the file is a part of, which it need not import.
    let module: String

    /// How a file begins that this command has written.
    static let firstLine =
        "// Written by wrap-client: what is changed here by hand is lost. To write it again:"

    var client: Client { wrapper.client }
    var style: Style { wrapper.style }

    var text: String {
        let parts = [header, importLines] + carriers + sections
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    // MARK: - Beginning

    private var header: [String] {
        [
            Self.firstLine,
            "//",
            "//     \(command)",
            "//",
            "// swift-format-ignore-file",
            "// swiftlint:disable all",
        ]
    }

    private var importLines: [String] {
        let keyword = "\(style.accessLevel.prefix)import"
        var named = Set(imports)
        for plan in wrapper.entries.flatMap(\.plans) {
            named.formUnion(plan.declaration.modules(in: wrapper.types))
            if case .callbacks(let callbacks) = plan.form,
                callbacks.cancel?.contains("URLSessionTask") == true
            {
                named.insert("FoundationNetworking")
            }
        }
        named.remove(module)
        var conditional: [String] = []
        if named.remove("FoundationNetworking") != nil {
            named.insert("Foundation")
            conditional = [
                "", "#if canImport(FoundationNetworking)", "\(keyword) FoundationNetworking",
                "#endif",
            ]
        }
        let lines = named.sorted().map { "\(mark(for: $0))\(keyword) \($0)" }
        return lines + conditional
    }

    private func mark(for module: String) -> String {
        style.importsPreconcurrency && module == client.module ? "@preconcurrency " : ""
    }

    // MARK: - Declarations

    /// What a reader has to know of a handle: once for each type.
    static let weakHandle = "if the client does not keep it, cancelling the group does nothing"

    /// The errors that carry what the client reports and is no `Error`.
    private var carriers: [[String]] {
        var declarations: [String: [String]] = [:]
        for plan in wrapper.entries.flatMap(\.plans) {
            guard case .callbacks(let callbacks) = plan.form else { continue }
            let finder = RoleFinder(types: wrapper.types, member: plan.member)
            for (callback, role) in callbacks.roles {
                guard let (name, type) = finder.carrierDeclaration(callback, role) else { continue }
                let access = style.accessLevel.prefix
                declarations[name] = [
                    "/// A failure of \(client.title): a \(type), which is no `Error`.",
                    "// The client passes the value to its callback, and nothing changes it afterwards.",
                    "\(access)struct \(name): Error, @unchecked Sendable {",
                    "    \(access)let value: \(type)", "}",
                ]
            }
        }
        return declarations.sorted { $0.key < $1.key }.map(\.value)
    }

    private var sections: [[String]] {
        // A class of the wrapper's own has one place for all.
        let instance = wrapper.entries.filter { style.shape != .extension || !$0.member.isStatic }
        let types = wrapper.entries.filter(\.member.isStatic)
        var sections: [[String]] = []
        if !instance.isEmpty || style.shape != .extension {
            sections.append(section(head, instance, members: ownMembers))
        }
        if !types.isEmpty, style.shape == .extension {
            sections.append(section(extending("\(client.type).Type"), types, members: []))
        }
        return sections
    }

    private func section(
        _ head: String,
        _ entries: [Wrapper.Entry],
        members: [[String]]
    ) -> [String] {
        var blocks = members
        var weakHandles: Set<String> = []
        for entry in entries {
            switch entry.outcome {
            case .written(let plans):
                var written = plans.map {
                    MemberWriter(plan: $0, types: wrapper.types, style: style).lines
                }
                if let hint = plans.first?.missingRejection {
                    written[0] = rejectionComment(entry.member, hint.own) + written[0]
                }
                for case .holdsWeakly(let type) in plans[0].cautions
                where weakHandles.insert(type).inserted {
                    written[0] =
                        [
                            "// The group refers weakly to the \(type) that is returned:",
                            "// \(Self.weakHandle). Then add a hint:",
                            "//     -> \(type) = holds handle",
                        ] + written[0]
                }
                blocks += written
            case .unsettled(let reason): blocks.append(comment(entry.member, reason))
            case .skipped: break
            }
        }
        let availability = (client.symbol.availability ?? []).attributes
        let body = blocks.enumerated()
            .flatMap { position, lines in position == 0 ? lines : [""] + lines }
        return documentation + availability + ["\(head) {"] + body.indented + ["}"]
    }

    private func comment(_ member: Member, _ reason: Unsettled) -> [String] {
        var lines = "\(member.symbol.name) is not wrapped: \(reason.reason).".wrapped(width: 90)
        let name = member.hintName(among: client.members)
        if reason.isLeftToUser {
            lines.append("Written by hand in another file, with this hint:")
            lines.append("    \(name) = skip")
        } else {
            lines.append("Settled by a hint:")
            lines += reason.hints.map { "    \(name) = \($0)" }
        }
        return lines.map { "// \($0)" }
    }

    private func rejectionComment(_ member: Member, _ hint: String) -> [String] {
        [
            "\(member.symbol.name) does not report a rejection. Settled by a hint:",
            "    \(member.hintName(among: client.members)) = \(hint)",
        ]
        .map { "// \($0)" }
    }

    private var head: String {
        let access = style.accessLevel.prefix
        switch style.shape {
        case .extension:
            return extending("\(client.type)")
        case .conformance:
            let conformance = conforms ? "\(client.type), " : ""
            let base = hasAssociatedTypes ? "<Base: \(client.type)>" : ""
            return "\(isolation)\(access)final class \(client.wrapperName)\(base): \(conformance)"
                + "RequestIntercepting"
        case .subclass:
            let sendable = isSendable ? ", @unchecked Sendable" : ""
            return
                "\(isolation)\(access)class \(client.wrapperName): \(client.type), RequestIntercepting"
                + sendable
        }
    }

    /// Belongs to no actor, whatever the module has by default: what belongs to one says so itself.
    private func extending(_ base: String) -> String {
        "nonisolated extension \(Forms.client)\(client.generics.isEmpty ? "<\(base)>" : "")"
    }

    /// What a module has by default, a class in another one does not inherit.
    private var isolation: String {
        if style.shape == .subclass, let actor = client.actor { return "\(actor) " }
        return client.mayBelongToActor(in: wrapper.types.index) ? "" : "nonisolated "
    }
}

extension WrapperFile {
    // MARK: - Classes of the wrapper's own

    /// Whether the class has everything that the protocol asks for.
    private var conforms: Bool { wrapper.unsettled.isEmpty }

    private var hasAssociatedTypes: Bool { client.hasAssociatedTypes(in: wrapper.types.index) }

    /// Whether a property changes the client itself, which may be a value.
    private var changesBase: Bool {
        guard !client.isObject(in: wrapper.types.index) else { return false }
        return wrapper.entries.flatMap(\.plans).map(\.declaration)
            .contains { $0.isWritable && $0.accessors?.contains(.nonmutating) != true }
    }

    private var isSendable: Bool {
        let isOnActor = client.actor != nil
        return !isOnActor
            && wrapper.types.index.inheritance(of: client.symbol.precise)
                .contains { wrapper.types.index.protocols(of: $0).contains("s:s8SendableP") }
    }

    private var documentation: [String] {
        switch style.shape {
        case .extension: return []
        case .conformance:
            let rest =
                conforms
                ? "" : " It conforms to the protocol as soon as the methods below are settled."
            return "Puts the requests of a \(client.type) into the groups around them.\(rest)"
                .wrapped(width: 94).map { "/// \($0)" }
        case .subclass:
            let safe = ["// Safe: it has no state of its own."]
            return ["/// \(client.type), with its requests in the groups around them."]
                + (isSendable ? safe : [])
        }
    }

    private var ownMembers: [[String]] {
        guard style.shape == .conformance else { return [] }
        let access = style.accessLevel.prefix
        let base = hasAssociatedTypes ? "Base" : "any \(client.type)"
        let associated = client.associatedTypes(in: wrapper.types.index)
            .map { ["\(access)typealias \($0) = Base.\($0)"] }
        return associated + [
            [
                "/// The client that does the work.",
                changesBase
                    ? "\(access)private(set) var base: \(base)" : "\(access)let base: \(base)",
            ],
            [
                "/// What holds for all its requests.",
                "\(access)let interceptionSettings: InterceptionSettings",
            ],
            [
                "/// Wraps a client.",
                "\(access)init(_ base: \(base), settings: InterceptionSettings "
                    + "= InterceptionSettings()) {",
                "    self.base = base",
                "    interceptionSettings = settings",
                "}",
            ],
        ]
    }
}

extension Declaration {
    /// The modules whose types the declaration names.
    fileprivate func modules(in types: ClientTypes) -> Set<String> {
        let named =
            parameters.map(\.type) + [result] + requirements.flatMap { [$0.left, $0.right] }
        var modules: Set<String> = []
        for name in named.flatMap(\.names) {
            guard let precise = name.precise else { continue }
            if precise.hasPrefix("c:") {
                modules.insert("Foundation")
            } else if let symbol = types.index[precise], let module = types.index.module(of: symbol)
            {
                modules.insert(module)
            } else if let module = KnownTypes.module(of: precise) {
                modules.insert(module)
            }
        }
        if modules.contains("FoundationEssentials") { modules.insert("Foundation") }
        if attributes.contains("@MainActor") { modules.remove("_Concurrency") }
        return modules.subtracting([
            "Swift", "_Concurrency", "FoundationEssentials", "FoundationInternationalization",
            "_StringProcessing",
        ])
    }
}

extension String {
    /// The text in lines of words.
    func wrapped(width: Int) -> [String] {
        var lines: [String] = [""]
        for word in split(separator: " ") {
            if lines[lines.count - 1].isEmpty {
                lines[lines.count - 1] = String(word)
            } else if lines[lines.count - 1].count + word.count + 1 <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
