import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// A typical old client, which reports everything to a single delegate.
final class PageLoader: Sendable {
    private let client: HTTPClient
    private let observer = Mutex<(any PageLoaderDelegate)?>(nil)

    var delegate: (any PageLoaderDelegate)? {
        get { observer.withLock { $0 } }
        set { observer.withLock { $0 = newValue } }
    }

    init(client: HTTPClient) { self.client = client }

    func load(_ url: URL) {
        client.get(url: url.absoluteString).whenComplete { [self] result in
            switch result {
            case .success(let response):
                delegate?.pageLoader(self, didReceive: Int(response.status.code), for: url)
                let body = response.body.map { String(buffer: $0) } ?? ""
                delegate?.pageLoader(self, didLoad: body, from: url)
            case .failure(let error):
                delegate?.pageLoader(self, didFailToLoad: url, error)
            }
        }
    }
}

protocol PageLoaderDelegate: AnyObject, Sendable {
    func pageLoader(_ loader: PageLoader, didReceive status: Int, for url: URL)
    func pageLoader(_ loader: PageLoader, didLoad page: String, from url: URL)
    func pageLoader(_ loader: PageLoader, didFailToLoad url: URL, _ error: any Error)
}

/// A grouped loader, which intercepts the calls to the loader's delegate.
final class GroupedPageLoader: PageLoaderDelegate, RequestIntercepting {
    private let loader: PageLoader
    private let delegate: any PageLoaderDelegate
    private let calls = DelegatedCalls<URL>()

    init(_ loader: PageLoader, delegate: any PageLoaderDelegate) {
        self.loader = loader
        self.delegate = delegate
        loader.delegate = self
    }

    func load(_ url: URL) {
        intercept("page \(url.path)") { [self] call in
            calls.insert(call, for: url)
            loader.load(url)
        }
    }

    func pageLoader(_ loader: PageLoader, didReceive status: Int, for url: URL) {
        calls.run(url) { delegate.pageLoader(loader, didReceive: status, for: url) }
    }

    func pageLoader(_ loader: PageLoader, didLoad page: String, from url: URL) {
        calls.end(url, nil) { delegate.pageLoader(loader, didLoad: page, from: url) }
    }

    func pageLoader(_ loader: PageLoader, didFailToLoad url: URL, _ error: any Error) {
        calls.end(url, error) { delegate.pageLoader(loader, didFailToLoad: url, error) }
    }
}
