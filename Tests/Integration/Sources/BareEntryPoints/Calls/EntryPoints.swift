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
    EntryPoint("dataTask(with: request) { … }", .handler) {
        $0.dataTask(with: $1, completionHandler: $2.handle)
    },
    EntryPoint("dataTask(with: url) { … }", .handler) {
        $0.dataTask(with: $1.place, completionHandler: $2.handle)
    },
    EntryPoint("uploadTask(with: request, from: data) { … }", .handler) {
        $0.uploadTask(with: $1, from: uploadedBody, completionHandler: $2.handle)
    },
    EntryPoint("uploadTask(with: request, fromFile: file) { … }", .handler) {
        $0.uploadTask(with: $1, fromFile: uploadedFile, completionHandler: $2.handle)
    },
    EntryPoint("downloadTask(with: request) { … }", .handler) {
        $0.downloadTask(with: $1, completionHandler: $2.handle)
    },
    EntryPoint("downloadTask(with: url) { … }", .handler) {
        $0.downloadTask(with: $1.place, completionHandler: $2.handle)
    },
    EntryPoint("downloadTask(withResumeData: data) { … }", .handler) { session, _, transcript in
        session.downloadTask(withResumeData: Data(), completionHandler: transcript.handle)
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
        $0.dataTask(with: $1, completionHandler: $2.handle) as URLSessionDataTask
    },
    EntryPoint("dataTask(with: url) { … } as URLSessionDataTask", .handler) {
        $0.dataTask(with: $1.place, completionHandler: $2.handle) as URLSessionDataTask
    },
    EntryPoint("dataTask(with: request) as URLSessionDataTask", .delegate) { session, request, _ in
        session.dataTask(with: request) as URLSessionDataTask
    },
    EntryPoint("dataTask(with: url) as URLSessionDataTask", .delegate) { session, request, _ in
        session.dataTask(with: request.place) as URLSessionDataTask
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
    EntryPoint(awaiting: "data(for: request, delegate: delegate)") {
        try await $0.data(for: $1, delegate: $2)
    },
    EntryPoint(awaiting: "data(from: url, delegate: delegate)") {
        try await $0.data(from: $1.place, delegate: $2)
    },
    EntryPoint(awaiting: "upload(for: request, from: data, delegate: delegate)") {
        try await $0.upload(for: $1, from: uploadedBody, delegate: $2)
    },
    EntryPoint(awaiting: "upload(for: request, fromFile: file, delegate: delegate)") {
        try await $0.upload(for: $1, fromFile: uploadedFile, delegate: $2)
    },
    EntryPoint(awaitingFile: "download(for: request, delegate: delegate)") {
        try await $0.download(for: $1, delegate: $2)
    },
    EntryPoint(awaitingFile: "download(from: url, delegate: delegate)") {
        try await $0.download(from: $1.place, delegate: $2)
    },
]

extension URLRequest {
    /// The URL of the request, for methods that take only a URL.
    fileprivate var place: URL { url ?? URL(fileURLWithPath: "/nowhere") }
}
