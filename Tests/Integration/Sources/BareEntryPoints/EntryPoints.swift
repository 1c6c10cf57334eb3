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

// On Linux, resuming a task with resume data before the session has registered it can crash the session, so these
// entry points wait for a reply from the session.

// MARK: - Tasks with handlers and inferred types

private let tasksWithHandlers: [EntryPoint<Session>] = [
    EntryPoint("dataTask(with: request) { … }", .handler) { session, request, transcript in
        let task = session.dataTask(with: request) { transcript.handle($0, $1, $2) }
        return Issued(resume: { task.resume() }, cancel: { task.cancel() })
    },
    EntryPoint("dataTask(with: url) { … }", .handler) { session, request, transcript in
        let task = session.dataTask(with: request.place) { transcript.handle($0, $1, $2) }
        return Issued(resume: { task.resume() }, cancel: { task.cancel() })
    },
    EntryPoint("uploadTask(with: request, from: data) { … }", .handler, isUpload: true) {
        session,
        request,
        transcript in
        let task = session.uploadTask(with: request, from: uploadedBody) {
            transcript.handle($0, $1, $2)
        }
        return Issued(resume: { task.resume() }, cancel: { task.cancel() })
    },
    EntryPoint("uploadTask(with: request, fromFile: file) { … }", .handler, isUpload: true) {
        session,
        request,
        transcript in
        let task = session.uploadTask(with: request, fromFile: uploadedFile) {
            transcript.handle($0, $1, $2)
        }
        return Issued(resume: { task.resume() }, cancel: { task.cancel() })
    },
    EntryPoint("downloadTask(with: request) { … }", .handler) { session, request, transcript in
        let task = session.downloadTask(with: request) { transcript.handle($0, $1, $2) }
        return Issued(resume: { task.resume() }, cancel: { task.cancel() })
    },
    EntryPoint("downloadTask(with: url) { … }", .handler) { session, request, transcript in
        let task = session.downloadTask(with: request.place) { transcript.handle($0, $1, $2) }
        return Issued(resume: { task.resume() }, cancel: { task.cancel() })
    },
    EntryPoint("downloadTask(withResumeData: data) { … }", .handler) {
        session,
        request,
        transcript in
        let task = session.downloadTask(withResumeData: Data()) { transcript.handle($0, $1, $2) }
        return Issued(
            resume: { session.getAllTasks { _ in task.resume() } },
            cancel: { task.cancel() }
        )
    },
]

// MARK: - Tasks without handlers and with inferred types

private let tasksWithDelegates: [EntryPoint<Session>] = [
    EntryPoint("dataTask(with: request)", .delegate) { session, request, transcript in
        let task = session.dataTask(with: request)
        return Issued(resume: { task.resume() }, cancel: { task.cancel() })
    },
    EntryPoint("dataTask(with: url)", .delegate) { session, request, transcript in
        let task = session.dataTask(with: request.place)
        return Issued(resume: { task.resume() }, cancel: { task.cancel() })
    },
    EntryPoint("uploadTask(with: request, from: data)", .delegate, isUpload: true) {
        session,
        request,
        transcript in
        let task = session.uploadTask(with: request, from: uploadedBody)
        return Issued(resume: { task.resume() }, cancel: { task.cancel() })
    },
    EntryPoint("uploadTask(with: request, fromFile: file)", .delegate, isUpload: true) {
        session,
        request,
        transcript in
        let task = session.uploadTask(with: request, fromFile: uploadedFile)
        return Issued(resume: { task.resume() }, cancel: { task.cancel() })
    },
    EntryPoint("uploadTask(withStreamedRequest: request)", .delegate, isUpload: true) {
        session,
        request,
        transcript in
        let task = session.uploadTask(withStreamedRequest: request)
        return Issued(resume: { task.resume() }, cancel: { task.cancel() })
    },
    EntryPoint("downloadTask(with: request)", .delegate) { session, request, transcript in
        let task = session.downloadTask(with: request)
        return Issued(resume: { task.resume() }, cancel: { task.cancel() })
    },
    EntryPoint("downloadTask(with: url)", .delegate) { session, request, transcript in
        let task = session.downloadTask(with: request.place)
        return Issued(resume: { task.resume() }, cancel: { task.cancel() })
    },
    EntryPoint("downloadTask(withResumeData: data)", .delegate) { session, request, transcript in
        let task = session.downloadTask(withResumeData: Data())
        return Issued(
            resume: { session.getAllTasks { _ in task.resume() } },
            cancel: { task.cancel() }
        )
    },
    EntryPoint("dataTask(with: request), task.delegate", .delegate) {
        session,
        request,
        transcript in
        let task = session.dataTask(with: request)
        task.delegate = TranscribingDelegate(transcript, name: "task", endsTranscript: true)
        return Issued(resume: { task.resume() }, cancel: { task.cancel() })
    },
]

// MARK: - Tasks with explicit types

private let namedTasks: [EntryPoint<Session>] = [
    EntryPoint("dataTask(with: request) { … } as URLSessionDataTask", .handler) {
        session,
        request,
        transcript in
        let task: URLSessionDataTask = session.dataTask(with: request) {
            transcript.handle($0, $1, $2)
        }
        return Issued(resume: { task.resume() }, cancel: { task.cancel() })
    },
    EntryPoint("dataTask(with: url) { … } as URLSessionDataTask", .handler) {
        session,
        request,
        transcript in
        let task: URLSessionDataTask = session.dataTask(with: request.place) {
            transcript.handle($0, $1, $2)
        }
        return Issued(resume: { task.resume() }, cancel: { task.cancel() })
    },
    EntryPoint("dataTask(with: request) as URLSessionDataTask", .delegate) {
        session,
        request,
        transcript in
        let task: URLSessionDataTask = session.dataTask(with: request)
        return Issued(resume: { task.resume() }, cancel: { task.cancel() })
    },
    EntryPoint("dataTask(with: url) as URLSessionDataTask", .delegate) {
        session,
        request,
        transcript in
        let task: URLSessionDataTask = session.dataTask(with: request.place)
        return Issued(resume: { task.resume() }, cancel: { task.cancel() })
    },
]

// MARK: - Asynchronous methods

private let asynchronousMethods: [EntryPoint<Session>] = [
    EntryPoint("data(for: request)", .asynchronous) { session, request, transcript in
        Issued { await transcript.await { try await session.data(for: request) } }
    },
    EntryPoint("data(from: url)", .asynchronous) { session, request, transcript in
        Issued { await transcript.await { try await session.data(from: request.place) } }
    },
    EntryPoint("upload(for: request, from: data)", .asynchronous, isUpload: true) {
        session,
        request,
        transcript in
        Issued {
            await transcript.await { try await session.upload(for: request, from: uploadedBody) }
        }
    },
    EntryPoint("upload(for: request, fromFile: file)", .asynchronous, isUpload: true) {
        session,
        request,
        transcript in
        Issued {
            await transcript.await {
                try await session.upload(for: request, fromFile: uploadedFile)
            }
        }
    },
    EntryPoint("download(for: request)", .asynchronous) { session, request, transcript in
        Issued { await transcript.await { try await session.download(for: request) } }
    },
    EntryPoint("download(from: url)", .asynchronous) { session, request, transcript in
        Issued { await transcript.await { try await session.download(from: request.place) } }
    },
    EntryPoint("data(for: request, delegate: delegate)", .asynchronous) {
        session,
        request,
        transcript in
        Issued {
            let delegate = TranscribingDelegate(transcript, name: "task", endsTranscript: false)
            await transcript.await { try await session.data(for: request, delegate: delegate) }
        }
    },
    EntryPoint("data(from: url, delegate: delegate)", .asynchronous) {
        session,
        request,
        transcript in
        Issued {
            let delegate = TranscribingDelegate(transcript, name: "task", endsTranscript: false)
            await transcript.await {
                try await session.data(from: request.place, delegate: delegate)
            }
        }
    },
    EntryPoint(
        "upload(for: request, from: data, delegate: delegate)",
        .asynchronous,
        isUpload: true
    ) { session, request, transcript in
        Issued {
            let delegate = TranscribingDelegate(transcript, name: "task", endsTranscript: false)
            await transcript.await {
                try await session.upload(for: request, from: uploadedBody, delegate: delegate)
            }
        }
    },
    EntryPoint(
        "upload(for: request, fromFile: file, delegate: delegate)",
        .asynchronous,
        isUpload: true
    ) { session, request, transcript in
        Issued {
            let delegate = TranscribingDelegate(transcript, name: "task", endsTranscript: false)
            await transcript.await {
                try await session.upload(for: request, fromFile: uploadedFile, delegate: delegate)
            }
        }
    },
    EntryPoint("download(for: request, delegate: delegate)", .asynchronous) {
        session,
        request,
        transcript in
        Issued {
            let delegate = TranscribingDelegate(transcript, name: "task", endsTranscript: false)
            await transcript.await { try await session.download(for: request, delegate: delegate) }
        }
    },
    EntryPoint("download(from: url, delegate: delegate)", .asynchronous) {
        session,
        request,
        transcript in
        Issued {
            let delegate = TranscribingDelegate(transcript, name: "task", endsTranscript: false)
            await transcript.await {
                try await session.download(from: request.place, delegate: delegate)
            }
        }
    },
]

extension URLRequest {
    /// The URL of the request, for methods that take only a URL.
    fileprivate var place: URL { url ?? URL(fileURLWithPath: "/nowhere") }
}
