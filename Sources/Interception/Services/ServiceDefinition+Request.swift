import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Builds the `URLRequest` of a service from its parameters.
extension ServiceDefinition {
    func request(below baseURL: URL, parameters: any Encodable) throws -> URLRequest {
        var rest = try encoded(parameters)
        let (path, query) = try filledPath(from: &rest)
        var queries = [query]
        var body: (type: String, data: Data)?
        switch parameterPlace {
        case .query: queries.append(try pairs(rest, PercentEncoding.component))
        case .form:
            let form = try pairs(rest, PercentEncoding.formComponent)
            if !form.isEmpty { body = ("application/x-www-form-urlencoded", Data(form.utf8)) }
        case .json: if rest != .null { body = ("application/json", try json(rest)) }
        }
        var request = URLRequest(url: try url(below: baseURL, path: path, queries: queries))
        request.httpMethod = method
        if let body {
            request.setValue(body.type, forHTTPHeaderField: "Content-Type")
            request.httpBody = body.data
        }
        for (name, value) in headerFields { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    private func encoded(_ parameters: any Encodable) throws -> ServiceParameter {
        do {
            return try ServiceParameter(encoding: parameters)
        } catch let error as EncodingError {
            // Skip the first key, which is the index in the array that `ServiceParameter` encodes.
            throw self.error(.unsuitableParameter(error.path.dropFirst().first?.stringValue ?? ""))
        }
    }

    private func error(_ reason: ServiceError.Reason) -> ServiceError {
        ServiceError(serviceName: name, reason: reason)
    }
}

// MARK: - Path

extension ServiceDefinition {
    /// Returns the path with its placeholders filled, and its query; removes the parameters that the path uses.
    private func filledPath(
        from parameters: inout ServiceParameter
    ) throws -> (path: String, query: String) {
        let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let segments = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        var used: Set<String> = []
        let filled = try segments.map { try fill($0, from: parameters, noting: &used) }
        if case .object(let fields) = parameters {
            parameters = .object(fields.filter { !used.contains($0.key) })
        }
        let query = parts.count > 1 ? PercentEncoding.query(String(parts[1])) : ""
        return (filled.joined(separator: "/"), query)
    }

    private func fill(
        _ segment: Substring,
        from parameters: ServiceParameter,
        noting used: inout Set<String>
    ) throws(ServiceError) -> String {
        var filled = ""
        var rest = segment
        var lastName: String?
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            filled += PercentEncoding.path(String(rest[..<open]))
            filled += PercentEncoding.component(try pathText(name, from: parameters))
            used.insert(name)
            lastName = name
            rest = rest[rest.index(after: close)...]
        }
        filled += PercentEncoding.path(String(rest))
        // An empty segment, `.` or `..` would change the path, so reject the value. Decode the segment first, because
        // the path of the service may contain one of the dots percent-encoded.
        if let lastName, ["", ".", ".."].contains(filled.removingPercentEncoding ?? filled) {
            throw error(.unsuitableParameter(lastName))
        }
        return filled
    }

    private func pathText(
        _ name: String,
        from parameters: ServiceParameter
    ) throws(ServiceError) -> String {
        guard case .object(let fields) = parameters else {
            throw error(parameters == .null ? .missingPathParameter(name) : .unnamedParameters)
        }
        guard let parameter = fields[name], parameter != .null else {
            throw error(.missingPathParameter(name))
        }
        guard let text = parameter.text else { throw error(.unsuitableParameter(name)) }
        return text
    }

    /// Returns the base URL with the path and the queries appended; the base URL may end with a slash.
    private func url(
        below baseURL: URL,
        path: String,
        queries: [String]
    ) throws(ServiceError) -> URL {
        guard var components = URLComponents(url: baseURL, resolvingAgainstBaseURL: true) else {
            throw error(.invalidURL)
        }
        var folder = components.percentEncodedPath
        while folder.hasSuffix("/") { folder.removeLast() }
        if !path.isEmpty { components.percentEncodedPath = folder + "/" + path.drop { $0 == "/" } }
        let query = ([components.percentEncodedQuery ?? ""] + queries)
            .filter { !$0.isEmpty }
            .joined(separator: "&")
        components.percentEncodedQuery = query.isEmpty ? nil : query
        components.fragment = nil
        guard let url = components.url else { throw error(.invalidURL) }
        return url
    }
}

// MARK: - Query and body

extension ServiceDefinition {
    private func pairs(
        _ parameters: ServiceParameter,
        _ encode: (String) -> String
    ) throws(ServiceError) -> String {
        if parameters == .null { return "" }
        guard case .object(let fields) = parameters else { throw error(.unnamedParameters) }
        var pairs: [String] = []
        for (name, parameter) in fields.sorted(by: { $0.key < $1.key }) where parameter != .null {
            let values = if case .array(let values) = parameter { values } else { [parameter] }
            for value in values {
                guard let text = value.text else { throw error(.unsuitableParameter(name)) }
                pairs.append(encode(name) + "=" + encode(text))
            }
        }
        return pairs.joined(separator: "&")
    }

    private func json(_ parameters: ServiceParameter) throws(ServiceError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(parameters)
        } catch {
            // Encoding fails only for NaN and the infinities, so a parameter has an unsuitable value.
            let path = (error as? EncodingError)?.path ?? []
            throw self.error(.unsuitableParameter(path.first?.stringValue ?? ""))
        }
    }
}

extension EncodingError {
    fileprivate var path: [any CodingKey] {
        if case .invalidValue(_, let context) = self { context.codingPath } else { [] }
    }
}
