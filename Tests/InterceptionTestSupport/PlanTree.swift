@testable import Interception

/// A readable plan of batches, chains and requests, generated from a seed.
indirect enum PlanTree: Sendable {
    case request(String)
    case batch(String, [PlanTree], limit: Int?, policy: Policy)
    case chain(String, [PlanTree])
    case then(String, PlanTree, PlanTree)

    enum Policy: CaseIterable {
        case collect, tolerant, failFast
    }

    static func random(_ path: String, depth: Int, _ random: inout SeededGenerator) -> PlanTree {
        func children(_ counts: ClosedRange<Int>) -> [PlanTree] {
            (0..<Int.random(in: counts, using: &random)).map {
                .random("\(path)-\($0)", depth: depth - 1, &random)
            }
        }
        switch depth == 0 ? 0 : Int.random(in: 0...4, using: &random) {
        case 1, 2:
            let limit = Bool.random(using: &random) ? Int.random(in: 1...2, using: &random) : nil
            let policy = Policy.allCases.randomElement(using: &random) ?? .collect
            return .batch(path, children(0...4), limit: limit, policy: policy)
        case 3: return .chain(path, children(1...4))
        case 4:
            let both = children(2...2)
            return .then(path, both[0], both[1])
        default: return .request(path)
        }
    }

    var path: String {
        switch self {
        case .request(let path), .batch(let path, _, _, _), .chain(let path, _): path
        case .then(let path, _, _): path
        }
    }

    /// A Boolean value that indicates whether the outcome depends on timing: the first failure cancels the rest.
    var failsFast: Bool {
        switch self {
        case .request: false
        case .batch(_, let trees, _, let policy):
            policy == .failFast || trees.contains(where: \.failsFast)
        case .chain(_, let trees): trees.contains(where: \.failsFast)
        case .then(_, let first, let second): first.failsFast || second.failsFast
        }
    }

    /// Returns the paths of the successes in sequential execution, nested like the plan; `nil` is a failure.
    ///
    /// Every performed path is appended to `performed`; `succeeds` returns the outcome of a request.
    func outcome(_ performed: inout [String], succeeds: (String) -> Bool) -> String? {
        performed.append(path)
        switch self {
        case .request(let path): return succeeds(path) ? path : nil
        case .batch(_, let trees, _, let policy):
            let results = trees.map { $0.outcome(&performed, succeeds: succeeds) }
            return policy == .tolerant || !results.contains(nil) ? Self.text(of: results) : nil
        case .chain(_, let trees):
            var results: [String?] = []
            for tree in trees {
                results.append(tree.outcome(&performed, succeeds: succeeds))
                if results.last == .some(nil) { return nil }
            }
            return Self.text(of: results)
        case .then(_, let first, let second):
            guard first.outcome(&performed, succeeds: succeeds) != nil else { return nil }
            return second.outcome(&performed, succeeds: succeeds)
        }
    }

    private static func text(of results: [String?]) -> String {
        "[\(results.map { $0 ?? "failed" }.joined(separator: " "))]"
    }
}

extension PlanTree {
    /// Returns the plan; `watch` returns an observed version of each plan in the tree and receives its path.
    func plan(
        _ watch: @escaping @Sendable (RequestPlan<String>, String) -> RequestPlan<String>
    ) -> RequestPlan<String> {
        let plan: RequestPlan<String> =
            switch self {
            case .request(let path): URLRequest(path: path).plan.map(\.text)
            case .batch(_, let trees, let limit, let policy):
                RequestPlan.batch(
                    trees.map { $0.plan(watch) },
                    options: .limit(limit ?? .max),
                    policy.option
                ).map { Self.text(of: $0.map { try? $0.get() }) }
            case .chain(_, let trees): Self.chain(trees.map { $0.plan(watch) })
            case .then(_, let first, let second): first.plan(watch).then { _ in second.plan(watch) }
            }
        return watch(plan, path)
    }

    private static func chain(_ plans: [RequestPlan<String>]) -> RequestPlan<String> {
        let position = Locked(0)
        return RequestPlan.chain(plans[0]) { _ in
            let next = position.withLock { position in
                position += 1
                return position
            }
            return next < plans.count ? plans[next] : nil
        }.map { text(of: $0) }
    }
}

extension PlanTree.Policy {
    fileprivate var option: RequestGroupOption {
        switch self {
        case .collect: []
        case .tolerant: .tolerant
        case .failFast: .failFast
        }
    }
}
