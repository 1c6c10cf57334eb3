// Every way to issue a request with a session. This file does not depend on request groups, nor on whether its
// sessions are wrapped.

import Foundation
import Transcripts

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The entry points: every way to issue a request with a session.
package let entryPoints: [EntryPoint<Session>] =
    tasksWithHandlers + tasksWithDelegates + namedTasks + asynchronousMethods

extension EntryPoint<Session> {
    /// An entry point that creates a task.
    fileprivate init(
        _ name: String,
        _ kind: Kind,
        _ makeTask: @escaping @Sendable (Session, URLRequest, Transcript) -> some StartableTask
    ) {
        self.init(name, kind: kind) { session, request, transcript in
            let task = makeTask(session, request, transcript)
            // On Linux, resuming a task with resume data before the session has registered it can crash the session,
            // so wait for a reply from the session.
            let waits = name.contains("withResumeData")
            return Issued(
                resume: { waits ? session.getAllTasks { _ in task.resume() } : task.resume() },
                cancel: { task.cancel() }
            )
        }
    }

    /// An entry point that awaits a body.
    fileprivate init(
        awaiting name: String,
        _ method:
            @escaping @Sendable (Session, URLRequest, TranscribingDelegate) async throws -> (
                Data, URLResponse
            )
    ) {
        self.init(name, kind: .asynchronous) { session, request, transcript in
            Issued {
                let delegate = TranscribingDelegate(transcript, name: "task", endsTranscript: false)
                await transcript.await { try await method(session, request, delegate) }
            }
        }
    }

    /// An entry point that awaits a file.
    fileprivate init(
        awaitingFile name: String,
        _ method:
            @escaping @Sendable (Session, URLRequest, TranscribingDelegate) async throws -> (
                URL, URLResponse
            )
    ) {
        self.init(name, kind: .asynchronous) { session, request, transcript in
            Issued {
                let delegate = TranscribingDelegate(transcript, name: "task", endsTranscript: false)
                await transcript.await { try await method(session, request, delegate) }
            }
        }
    }
}

// MARK: - Tasks with handlers and inferred types

private let tasksWithHandlers: [EntryPoint<Session>] = [
    EntryPoint("dataTask(with: request) { … }", .handler) { session, request, transcript in
        session.dataTask(with: request) { transcript.handle($0, $1, $2) }
    },
    EntryPoint("dataTask(with: url) { … }", .handler) { session, request, transcript in
        session.dataTask(with: request.place) { transcript.handle($0, $1, $2) }
    },
    EntryPoint("uploadTask(with: request, from: data) { … }", .handler) {
        session,
        request,
        transcript in
        session.uploadTask(with: request, from: uploadedBody) { transcript.handle($0, $1, $2) }
    },
    EntryPoint("uploadTask(with: request, fromFile: file) { … }", .handler) {
        session,
        request,
        transcript in
        session.uploadTask(with: request, fromFile: uploadedFile) { transcript.handle($0, $1, $2) }
    },
    EntryPoint("downloadTask(with: request) { … }", .handler) { session, request, transcript in
        session.downloadTask(with: request) { transcript.handle($0, $1, $2) }
    },
    EntryPoint("downloadTask(with: url) { … }", .handler) { session, request, transcript in
        session.downloadTask(with: request.place) { transcript.handle($0, $1, $2) }
    },
    EntryPoint("downloadTask(withResumeData: data) { … }", .handler) { session, _, transcript in
        session.downloadTask(withResumeData: Data()) { transcript.handle($0, $1, $2) }
    },
]

// MARK: - Tasks without handlers and with inferred types

private let tasksWithDelegates: [EntryPoint<Session>] = [
    EntryPoint("dataTask(with: request)", .delegate) { session, request, _ in
        session.dataTask(with: request)
    },
    EntryPoint("dataTask(with: url)", .delegate) { session, request, _ in
        session.dataTask(with: request.place)
    },
    EntryPoint("uploadTask(with: request, from: data)", .delegate) { session, request, _ in
        session.uploadTask(with: request, from: uploadedBody)
    },
    EntryPoint("uploadTask(with: request, fromFile: file)", .delegate) { session, request, _ in
        session.uploadTask(with: request, fromFile: uploadedFile)
    },
    EntryPoint("uploadTask(withStreamedRequest: request)", .delegate) { session, request, _ in
        session.uploadTask(withStreamedRequest: request)
    },
    EntryPoint("downloadTask(with: request)", .delegate) { session, request, _ in
        session.downloadTask(with: request)
    },
    EntryPoint("downloadTask(with: url)", .delegate) { session, request, _ in
        session.downloadTask(with: request.place)
    },
    EntryPoint("downloadTask(withResumeData: data)", .delegate) { session, _, _ in
        session.downloadTask(withResumeData: Data())
    },
    EntryPoint("dataTask(with: request), task.delegate", .delegate) {
        session,
        request,
        transcript in
        let task = session.dataTask(with: request)
        task.delegate = TranscribingDelegate(transcript, name: "task", endsTranscript: true)
        return task
    },
]

// MARK: - Tasks with explicit types

private let namedTasks: [EntryPoint<Session>] = [
    EntryPoint("dataTask(with: request) { … } as URLSessionDataTask", .handler) {
        session,
        request,
        transcript -> URLSessionDataTask in
        session.dataTask(with: request) { transcript.handle($0, $1, $2) }
    },
    EntryPoint("dataTask(with: url) { … } as URLSessionDataTask", .handler) {
        session,
        request,
        transcript -> URLSessionDataTask in
        session.dataTask(with: request.place) { transcript.handle($0, $1, $2) }
    },
    EntryPoint("dataTask(with: request) as URLSessionDataTask", .delegate) {
        session,
        request,
        _ -> URLSessionDataTask in
        session.dataTask(with: request)
    },
    EntryPoint("dataTask(with: url) as URLSessionDataTask", .delegate) {
        session,
        request,
        _ -> URLSessionDataTask in
        session.dataTask(with: request.place)
    },
]

// MARK: - Asynchronous methods

private let asynchronousMethods: [EntryPoint<Session>] = [
    EntryPoint(awaiting: "data(for: request)") { session, request, _ in
        try await session.data(for: request)
    },
    EntryPoint(awaiting: "data(from: url)") { session, request, _ in
        try await session.data(from: request.place)
    },
    EntryPoint(awaiting: "upload(for: request, from: data)") { session, request, _ in
        try await session.upload(for: request, from: uploadedBody)
    },
    EntryPoint(awaiting: "upload(for: request, fromFile: file)") { session, request, _ in
        try await session.upload(for: request, fromFile: uploadedFile)
    },
    EntryPoint(awaitingFile: "download(for: request)") { session, request, _ in
        try await session.download(for: request)
    },
    EntryPoint(awaitingFile: "download(from: url)") { session, request, _ in
        try await session.download(from: request.place)
    },
    EntryPoint(awaiting: "data(for: request, delegate: delegate)") { session, request, delegate in
        try await session.data(for: request, delegate: delegate)
    },
    EntryPoint(awaiting: "data(from: url, delegate: delegate)") { session, request, delegate in
        try await session.data(from: request.place, delegate: delegate)
    },
    EntryPoint(awaiting: "upload(for: request, from: data, delegate: delegate)") {
        session,
        request,
        delegate in
        try await session.upload(for: request, from: uploadedBody, delegate: delegate)
    },
    EntryPoint(awaiting: "upload(for: request, fromFile: file, delegate: delegate)") {
        session,
        request,
        delegate in
        try await session.upload(for: request, fromFile: uploadedFile, delegate: delegate)
    },
    EntryPoint(awaitingFile: "download(for: request, delegate: delegate)") {
        session,
        request,
        delegate in
        try await session.download(for: request, delegate: delegate)
    },
    EntryPoint(awaitingFile: "download(from: url, delegate: delegate)") {
        session,
        request,
        delegate in
        try await session.download(from: request.place, delegate: delegate)
    },
]

extension URLRequest {
    /// The URL of the request, for methods that take only a URL.
    fileprivate var place: URL { url ?? URL(fileURLWithPath: "/nowhere") }
}
