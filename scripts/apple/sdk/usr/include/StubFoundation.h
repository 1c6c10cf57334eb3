// Stubs of what the package uses of Foundation's Objective-C part, by its documented signatures.
#pragma once
#include <StubObjectiveC.h>
#include <StubDispatch.h>
#pragma clang assume_nonnull begin
// As in Apple's headers, what does not say that it is Sendable is known not to be.
#pragma clang attribute push(__attribute__((swift_attr("@_nonSendable(_assumed)"))), apply_to = any(objc_interface, record))

@class NSCachedURLResponse, NSData, NSDate, NSError, NSString, NSURL, NSURLCache, NSURLCredential, NSURLRequest;

@protocol NSCopying
- (id)copyWithZone:(nullable NSZone *)zone;
@end
@protocol NSMutableCopying
- (id)mutableCopyWithZone:(nullable NSZone *)zone;
@end
@interface NSObject (Copying)
- (id)copy;
- (id)mutableCopy;
@end

NS_BRIDGED(Swift.String)
@interface NSString : NSObject <NSCopying>
@property (readonly) NSUInteger length;
@end
NS_BRIDGED(Swift.Array)
@interface NSArray<__covariant ObjectType> : NSObject <NSCopying>
@property (readonly) NSUInteger count;
@end
NS_BRIDGED(Swift.Dictionary)
@interface NSDictionary<__covariant KeyType, __covariant ObjectType> : NSObject <NSCopying>
@property (readonly) NSUInteger count;
@end
NS_BRIDGED(Swift.Set)
@interface NSSet<__covariant ObjectType> : NSObject <NSCopying>
@property (readonly) NSUInteger count;
@end
NS_BRIDGED(Foundation.Data)
@interface NSData : NSObject <NSCopying>
@property (readonly) NSUInteger length;
@end
NS_BRIDGED(Foundation.Date) NS_SWIFT_SENDABLE
@interface NSDate : NSObject <NSCopying>
@end
NS_BRIDGED(Foundation.URL) NS_SWIFT_SENDABLE
@interface NSURL : NSObject <NSCopying>
@end
@interface NSValue : NSObject <NSCopying>
@end
NS_SWIFT_SENDABLE
@interface NSNumber : NSValue
- (NSNumber *)initWithBool:(BOOL)value;
@property (readonly) NSInteger integerValue NS_SWIFT_NAME(intValue);
@property (readonly) double doubleValue;
@end
NS_BRIDGED(Swift.Error) NS_SWIFT_SENDABLE
@interface NSError : NSObject <NSCopying>
- (instancetype)initWithDomain:(NSString *)domain code:(NSInteger)code userInfo:(nullable NSDictionary<NSString *, id> *)dict;
@property (readonly, copy) NSString *domain;
@property (readonly) NSInteger code;
@property (readonly, copy) NSString *localizedDescription;
@end

SEL NSSelectorFromString(NSString *aSelectorName);
NSString *NSStringFromSelector(SEL aSelector);

// Locks, threads, operations, bundles, files
@protocol NSLocking
- (void)lock NS_SWIFT_UNAVAILABLE_FROM_ASYNC("Use async-safe scoped locking instead");
- (void)unlock NS_SWIFT_UNAVAILABLE_FROM_ASYNC("Use async-safe scoped locking instead");
@end
NS_SWIFT_SENDABLE
@interface NSLock : NSObject <NSLocking>
@end
NS_SWIFT_SENDABLE
@interface NSRecursiveLock : NSObject <NSLocking>
@end
NS_SWIFT_SENDABLE
@interface NSCondition : NSObject <NSLocking>
- (void)wait;
- (void)broadcast;
@end
NS_SWIFT_NAME(Thread)
@interface NSThread : NSObject
@property (class, readonly) BOOL isMainThread NS_SWIFT_UNAVAILABLE_FROM_ASYNC("Work intended for the main actor should be marked with @MainActor");
@property (class, readonly, copy) NSArray<NSString *> *callStackSymbols;
+ (void)detachNewThreadWithBlock:(void (NS_SWIFT_SENDABLE ^)(void))block NS_SWIFT_DISABLE_ASYNC;
- (instancetype)initWithBlock:(void (NS_SWIFT_SENDABLE ^)(void))block;
- (void)start;
@property NSUInteger stackSize;
@property (nullable, copy) NSString *name;
@property (class, readonly, strong) NSThread *currentThread NS_SWIFT_NAME(current) NS_SWIFT_UNAVAILABLE_FROM_ASYNC("Thread.current cannot be used from async contexts.");
+ (void)sleepForTimeInterval:(double)ti NS_SWIFT_UNAVAILABLE_FROM_ASYNC("Use Task.sleep(until:clock:) instead");
@end
NS_SWIFT_NAME(Operation) NS_SWIFT_SENDABLE
@interface NSOperation : NSObject
- (void)main;
- (void)cancel;
@property (nullable, copy) void (NS_SWIFT_SENDABLE ^completionBlock)(void);
@property (nullable, copy) NSString *name;
@end
NS_SWIFT_NAME(OperationQueue) NS_SWIFT_SENDABLE
@interface NSOperationQueue : NSObject
- (void)addOperation:(NSOperation *)op NS_SWIFT_NAME(addOperation(_:));
- (void)addOperationWithBlock:(void (NS_SWIFT_SENDABLE ^)(void))block NS_SWIFT_DISABLE_ASYNC;
- (void)addBarrierBlock:(void (NS_SWIFT_SENDABLE ^)(void))barrier API_13;
@property (readonly) NSUInteger operationCount;
@property (getter=isSuspended) BOOL suspended;
@property (class, readonly, strong, nullable) NSOperationQueue *currentQueue;
@property (class, readonly, strong) NSOperationQueue *mainQueue;
@property NSInteger maxConcurrentOperationCount;
@property (nullable, copy) NSString *name;
@end
NS_SWIFT_NAME(Bundle) NS_SWIFT_SENDABLE
@interface NSBundle : NSObject
@property (class, readonly, strong) NSBundle *mainBundle NS_SWIFT_NAME(main);
- (nullable id)objectForInfoDictionaryKey:(NSString *)key;
@end
typedef NSString *NSFileAttributeKey __attribute__((swift_wrapper(struct))) NS_SWIFT_NAME(FileAttributeKey);
typedef NSString *NSURLResourceKey __attribute__((swift_wrapper(struct))) NS_SWIFT_NAME(URLResourceKey);
typedef enum __attribute__((flag_enum, enum_extensibility(open))) NS_SWIFT_NAME(FileManager.DirectoryEnumerationOptions) NSDirectoryEnumerationOptions : NSUInteger {
  NSDirectoryEnumerationSkipsSubdirectoryDescendants = 1,
  NSDirectoryEnumerationSkipsPackageDescendants = 2,
  NSDirectoryEnumerationSkipsHiddenFiles = 4,
} NSDirectoryEnumerationOptions;
extern NSFileAttributeKey const NSFileModificationDate;
extern NSFileAttributeKey const NSFilePosixPermissions;
extern NSFileAttributeKey const NSFileSize;
extern NSString * const NSLocalizedDescriptionKey;
extern NSString * const NSUnderlyingErrorKey;
extern NSString * const NSURLErrorFailingURLErrorKey;
extern NSString * const NSURLErrorDomain;
NS_SWIFT_NAME(ProcessInfo) NS_SWIFT_SENDABLE
@interface NSProcessInfo : NSObject
@property (class, readonly, strong) NSProcessInfo *processInfo;
@property (readonly, copy) NSDictionary<NSString *, NSString *> *environment;
@property (copy) NSString *processName;
@property (readonly) int processIdentifier;
@end
NS_SWIFT_NAME(FileHandle) NS_SWIFT_SENDABLE
@interface NSFileHandle : NSObject
+ (nullable instancetype)fileHandleForWritingAtPath:(NSString *)path;
+ (nullable instancetype)fileHandleForReadingFromURL:(NSURL *)url error:(NSError **)error NS_SWIFT_NAME(init(forReadingFrom:));
+ (nullable instancetype)fileHandleForWritingToURL:(NSURL *)url error:(NSError **)error NS_SWIFT_NAME(init(forWritingTo:));
- (BOOL)truncateAtOffset:(unsigned long long)offset error:(NSError **)error NS_SWIFT_NAME(truncate(atOffset:));
- (BOOL)closeAndReturnError:(NSError **)error NS_SWIFT_NAME(close());
@property (class, readonly, strong) NSFileHandle *fileHandleWithStandardError NS_SWIFT_NAME(standardError);
- (void)writeData:(NSData *)data;
@end
@protocol NSXMLParserDelegate;
NS_SWIFT_NAME(XMLParser)
@interface NSXMLParser : NSObject
- (instancetype)initWithData:(NSData *)data;
@property (nullable, assign) id <NSXMLParserDelegate> delegate;
- (BOOL)parse;
@property (nullable, readonly, copy) NSError *parserError;
@end
NS_SWIFT_NAME(XMLParserDelegate)
@protocol NSXMLParserDelegate <NSObject>
@optional
- (void)parser:(NSXMLParser *)parser didStartElement:(NSString *)elementName namespaceURI:(nullable NSString *)namespaceURI qualifiedName:(nullable NSString *)qName attributes:(NSDictionary<NSString *, NSString *> *)attributeDict;
- (void)parser:(NSXMLParser *)parser foundCharacters:(NSString *)string;
- (void)parser:(NSXMLParser *)parser didEndElement:(NSString *)elementName namespaceURI:(nullable NSString *)namespaceURI qualifiedName:(nullable NSString *)qName;
@end
NS_SWIFT_NAME(FileManager)
@interface NSFileManager : NSObject
@property (class, readonly, strong) NSFileManager *defaultManager NS_SWIFT_NAME(default);
- (BOOL)moveItemAtURL:(NSURL *)srcURL toURL:(NSURL *)dstURL error:(NSError **)error;
- (BOOL)removeItemAtURL:(NSURL *)URL error:(NSError **)error;
- (nullable NSArray<NSString *> *)contentsOfDirectoryAtPath:(NSString *)path error:(NSError **)error;
- (BOOL)createDirectoryAtURL:(NSURL *)url withIntermediateDirectories:(BOOL)createIntermediates attributes:(nullable NSDictionary<NSFileAttributeKey, id> *)attributes error:(NSError **)error;
@property (readonly, copy) NSURL *temporaryDirectory;
- (BOOL)copyItemAtURL:(NSURL *)srcURL toURL:(NSURL *)dstURL error:(NSError **)error;
- (BOOL)fileExistsAtPath:(NSString *)path;
- (BOOL)createSymbolicLinkAtPath:(NSString *)path withDestinationPath:(NSString *)destPath error:(NSError **)error;
- (nullable NSString *)destinationOfSymbolicLinkAtPath:(NSString *)path error:(NSError **)error;
- (BOOL)createSymbolicLinkAtURL:(NSURL *)url withDestinationURL:(NSURL *)destURL error:(NSError **)error;
- (BOOL)removeItemAtPath:(NSString *)path error:(NSError **)error;
- (BOOL)createFileAtPath:(NSString *)path contents:(nullable NSData *)data attributes:(nullable NSDictionary<NSFileAttributeKey, id> *)attr;
- (nullable NSArray<NSURL *> *)contentsOfDirectoryAtURL:(NSURL *)url includingPropertiesForKeys:(nullable NSArray<NSURLResourceKey> *)keys options:(NSDirectoryEnumerationOptions)mask error:(NSError **)error;
- (nullable NSDictionary<NSFileAttributeKey, id> *)attributesOfItemAtPath:(NSString *)path error:(NSError **)error;
- (BOOL)setAttributes:(NSDictionary<NSFileAttributeKey, id> *)attributes ofItemAtPath:(NSString *)path error:(NSError **)error;
@end

// Progress
@class NSProgress;
NS_SWIFT_NAME(ProgressReporting)
@protocol NSProgressReporting <NSObject>
@property (readonly) NSProgress *progress;
@end
NS_SWIFT_NAME(Progress) NS_SWIFT_SENDABLE
@interface NSProgress : NSObject
+ (nullable NSProgress *)currentProgress NS_SWIFT_NAME(current());
+ (NSProgress *)progressWithTotalUnitCount:(int64_t)unitCount;
+ (NSProgress *)discreteProgressWithTotalUnitCount:(int64_t)unitCount NS_SWIFT_NAME(discreteProgress(totalUnitCount:));
- (void)addChild:(NSProgress *)child withPendingUnitCount:(int64_t)inUnitCount;
- (void)becomeCurrentWithPendingUnitCount:(int64_t)unitCount;
@property int64_t totalUnitCount;
@property int64_t completedUnitCount;
@property (readonly, getter=isCancelled) BOOL cancelled;
@property (readonly, getter=isFinished) BOOL finished;
@property (readonly) double fractionCompleted;
@property (nullable, copy) void (NS_SWIFT_SENDABLE ^cancellationHandler)(void);
- (void)cancel;
@end

// Streams
NS_SWIFT_NAME(Stream)
@interface NSStream : NSObject
- (void)open;
- (void)close;
@end
NS_SWIFT_NAME(InputStream)
@interface NSInputStream : NSStream
- (nullable instancetype)initWithURL:(NSURL *)url NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithData:(NSData *)data NS_DESIGNATED_INITIALIZER;
@end

// URL loading
typedef enum __attribute__((enum_extensibility(open))) NS_SWIFT_NAME(NSURLRequest.CachePolicy) NSURLRequestCachePolicy : NSUInteger {
  NSURLRequestUseProtocolCachePolicy = 0,
  NSURLRequestReloadIgnoringLocalCacheData = 1,
  NSURLRequestReturnCacheDataElseLoad = 2,
  NSURLRequestReturnCacheDataDontLoad = 3,
  NSURLRequestReloadIgnoringLocalAndRemoteCacheData = 4,
  NSURLRequestReloadRevalidatingCacheData = 5,
} NSURLRequestCachePolicy;
NS_BRIDGED(Foundation.URLRequest)
@interface NSURLRequest : NSObject <NSCopying>
@property (readonly) NSURLRequestCachePolicy cachePolicy;
@end
NS_SWIFT_NAME(URLResponse) NS_SWIFT_SENDABLE
@interface NSURLResponse : NSObject <NSCopying>
- (instancetype)initWithURL:(NSURL *)URL MIMEType:(nullable NSString *)MIMEType expectedContentLength:(NSInteger)length textEncodingName:(nullable NSString *)name NS_SWIFT_NAME(init(url:mimeType:expectedContentLength:textEncodingName:)) NS_DESIGNATED_INITIALIZER;
@property (nullable, readonly, copy) NSURL *URL;
@property (nullable, readonly, copy) NSString *MIMEType NS_SWIFT_NAME(mimeType);
@property (readonly) long long expectedContentLength;
@property (nullable, readonly, copy) NSString *textEncodingName;
@end
NS_SWIFT_NAME(HTTPURLResponse) NS_SWIFT_SENDABLE
@interface NSHTTPURLResponse : NSURLResponse
- (nullable instancetype)initWithURL:(NSURL *)url statusCode:(NSInteger)statusCode HTTPVersion:(nullable NSString *)HTTPVersion headerFields:(nullable NSDictionary<NSString *, NSString *> *)headerFields NS_SWIFT_NAME(init(url:statusCode:httpVersion:headerFields:));
@property (readonly) NSInteger statusCode;
@property (readonly, copy) NSDictionary *allHeaderFields;
- (nullable NSString *)valueForHTTPHeaderField:(NSString *)field API_13;
+ (NSString *)localizedStringForStatusCode:(NSInteger)statusCode;
@end
NS_SWIFT_NAME(CachedURLResponse) NS_SWIFT_SENDABLE
@interface NSCachedURLResponse : NSObject <NSCopying>
@end
NS_SWIFT_NAME(URLCache) NS_SWIFT_SENDABLE
@interface NSURLCache : NSObject
@end
typedef enum __attribute__((enum_extensibility(open))) NS_SWIFT_NAME(URLCredential.Persistence) NSURLCredentialPersistence : NSUInteger { NSURLCredentialPersistenceNone, NSURLCredentialPersistenceForSession, NSURLCredentialPersistencePermanent, NSURLCredentialPersistenceSynchronizable } NSURLCredentialPersistence;
NS_SWIFT_NAME(URLCredential) NS_SWIFT_SENDABLE
@interface NSURLCredential : NSObject <NSCopying>
- (instancetype)initWithUser:(NSString *)user password:(NSString *)password persistence:(NSURLCredentialPersistence)persistence;
@end
NS_SWIFT_NAME(URLProtectionSpace) NS_SWIFT_SENDABLE
@interface NSURLProtectionSpace : NSObject <NSCopying>
@property (readonly, copy) NSString *authenticationMethod;
@property (nullable, readonly, copy) NSString *realm;
@property (readonly, copy) NSString *host;
@end
NS_SWIFT_NAME(URLAuthenticationChallenge) NS_SWIFT_SENDABLE
@interface NSURLAuthenticationChallenge : NSObject
@property (readonly, copy) NSURLProtectionSpace *protectionSpace;
@property (readonly) NSInteger previousFailureCount;
@end

@class NSURLSession, NSURLSessionTask, NSURLSessionDataTask, NSURLSessionUploadTask, NSURLSessionDownloadTask, NSURLSessionStreamTask, NSURLSessionWebSocketTask, NSURLSessionConfiguration, NSURLSessionTaskMetrics;
@protocol NSURLSessionDelegate, NSURLSessionTaskDelegate;

@class NSURLProtocol;
typedef enum __attribute__((enum_extensibility(open))) NS_SWIFT_NAME(URLCache.StoragePolicy) NSURLCacheStoragePolicy : NSUInteger { NSURLCacheStorageAllowed, NSURLCacheStorageAllowedInMemoryOnly, NSURLCacheStorageNotAllowed } NSURLCacheStoragePolicy;
NS_SWIFT_NAME(URLProtocolClient)
@protocol NSURLProtocolClient <NSObject>
- (void)URLProtocol:(NSURLProtocol *)protocol wasRedirectedToRequest:(NSURLRequest *)request redirectResponse:(NSURLResponse *)redirectResponse;
- (void)URLProtocol:(NSURLProtocol *)protocol didReceiveResponse:(NSURLResponse *)response cacheStoragePolicy:(NSURLCacheStoragePolicy)policy;
- (void)URLProtocol:(NSURLProtocol *)protocol didLoadData:(NSData *)data;
- (void)URLProtocolDidFinishLoading:(NSURLProtocol *)protocol;
- (void)URLProtocol:(NSURLProtocol *)protocol didFailWithError:(NSError *)error;
@end
NS_SWIFT_NAME(URLProtocol)
@interface NSURLProtocol : NSObject
- (instancetype)initWithRequest:(NSURLRequest *)request cachedResponse:(nullable NSCachedURLResponse *)cachedResponse client:(nullable id <NSURLProtocolClient>)client NS_DESIGNATED_INITIALIZER;
@property (nullable, readonly, retain) id <NSURLProtocolClient> client;
@property (readonly, copy) NSURLRequest *request;
+ (BOOL)canInitWithRequest:(NSURLRequest *)request;
+ (NSURLRequest *)canonicalRequestForRequest:(NSURLRequest *)request;
- (void)startLoading;
- (void)stopLoading;
@end
@interface NSURLProtocol (NSURLSessionTaskAdditions)
+ (BOOL)canInitWithTask:(NSURLSessionTask *)task;
- (instancetype)initWithTask:(NSURLSessionTask *)task cachedResponse:(nullable NSCachedURLResponse *)cachedResponse client:(nullable id <NSURLProtocolClient>)client;
@property (nullable, readonly, copy) NSURLSessionTask *task;
@end

NS_SWIFT_NAME(URLSessionConfiguration) NS_SWIFT_SENDABLE
@interface NSURLSessionConfiguration : NSObject <NSCopying>
@property (class, readonly, strong) NSURLSessionConfiguration *defaultSessionConfiguration NS_SWIFT_NAME(default);
@property (class, readonly, strong) NSURLSessionConfiguration *ephemeralSessionConfiguration NS_SWIFT_NAME(ephemeral);
+ (NSURLSessionConfiguration *)backgroundSessionConfigurationWithIdentifier:(NSString *)identifier NS_SWIFT_NAME(background(withIdentifier:));
@property (nullable, readonly, copy) NSString *identifier;
@property NSURLRequestCachePolicy requestCachePolicy;
@property (nullable, copy) NSDictionary *HTTPAdditionalHeaders NS_SWIFT_NAME(httpAdditionalHeaders);
@property (nullable, retain) NSURLCache *URLCache NS_SWIFT_NAME(urlCache);
@property (nullable, copy) NSArray<Class> *protocolClasses;
@property double timeoutIntervalForRequest;
@end

typedef enum __attribute__((enum_extensibility(open))) NS_SWIFT_NAME(URLSessionTask.State) NSURLSessionTaskState : NSInteger {
  NSURLSessionTaskStateRunning = 0, NSURLSessionTaskStateSuspended = 1, NSURLSessionTaskStateCanceling = 2, NSURLSessionTaskStateCompleted = 3,
} NSURLSessionTaskState;
typedef enum __attribute__((enum_extensibility(open))) NS_SWIFT_NAME(URLSession.AuthChallengeDisposition) NSURLSessionAuthChallengeDisposition : NSInteger {
  NSURLSessionAuthChallengeUseCredential = 0, NSURLSessionAuthChallengePerformDefaultHandling = 1, NSURLSessionAuthChallengeCancelAuthenticationChallenge = 2, NSURLSessionAuthChallengeRejectProtectionSpace = 3,
} NSURLSessionAuthChallengeDisposition;
typedef enum __attribute__((enum_extensibility(open))) NS_SWIFT_NAME(URLSession.ResponseDisposition) NSURLSessionResponseDisposition : NSInteger {
  NSURLSessionResponseCancel = 0, NSURLSessionResponseAllow = 1, NSURLSessionResponseBecomeDownload = 2, NSURLSessionResponseBecomeStream = 3,
} NSURLSessionResponseDisposition;
typedef enum __attribute__((enum_extensibility(open))) NS_SWIFT_NAME(URLSession.DelayedRequestDisposition) NSURLSessionDelayedRequestDisposition : NSInteger {
  NSURLSessionDelayedRequestContinueLoading = 0, NSURLSessionDelayedRequestUseNewRequest = 1, NSURLSessionDelayedRequestCancel = 2,
} NSURLSessionDelayedRequestDisposition;

NS_SWIFT_NAME(URLSession) NS_SWIFT_SENDABLE
@interface NSURLSession : NSObject
@property (class, readonly, strong) NSURLSession *sharedSession NS_SWIFT_NAME(shared);
+ (NSURLSession *)sessionWithConfiguration:(NSURLSessionConfiguration *)configuration NS_SWIFT_NAME(init(configuration:));
+ (NSURLSession *)sessionWithConfiguration:(NSURLSessionConfiguration *)configuration delegate:(nullable id <NSURLSessionDelegate>)delegate delegateQueue:(nullable NSOperationQueue *)queue;
@property (readonly, retain) NSOperationQueue *delegateQueue;
@property (nullable, readonly, retain) id <NSURLSessionDelegate> delegate;
@property (readonly, copy) NSURLSessionConfiguration *configuration;
@property (nullable, copy) NSString *sessionDescription;
- (instancetype)init DEPRECATED_13("Please use +[NSURLSession sessionWithConfiguration:] or other class methods to create instances");
- (void)finishTasksAndInvalidate;
- (void)invalidateAndCancel;
- (void)resetWithCompletionHandler:(void (NS_SWIFT_SENDABLE ^)(void))completionHandler;
- (void)flushWithCompletionHandler:(void (NS_SWIFT_SENDABLE ^)(void))completionHandler;
- (void)getTasksWithCompletionHandler:(void (NS_SWIFT_SENDABLE ^)(NSArray<NSURLSessionDataTask *> *dataTasks, NSArray<NSURLSessionUploadTask *> *uploadTasks, NSArray<NSURLSessionDownloadTask *> *downloadTasks))completionHandler NS_SWIFT_NAME(getTasksWithCompletionHandler(_:)) __attribute__((swift_async_name("getter:tasks()")));
- (void)getAllTasksWithCompletionHandler:(void (NS_SWIFT_SENDABLE ^)(NSArray<__kindof NSURLSessionTask *> *tasks))completionHandler __attribute__((swift_async_name("getter:allTasks()")));
- (NSURLSessionDataTask *)dataTaskWithRequest:(NSURLRequest *)request;
- (NSURLSessionDataTask *)dataTaskWithURL:(NSURL *)url;
- (NSURLSessionUploadTask *)uploadTaskWithRequest:(NSURLRequest *)request fromFile:(NSURL *)fileURL;
- (NSURLSessionUploadTask *)uploadTaskWithRequest:(NSURLRequest *)request fromData:(NSData *)bodyData;
- (NSURLSessionUploadTask *)uploadTaskWithResumeData:(NSData *)resumeData API_17;
- (NSURLSessionUploadTask *)uploadTaskWithStreamedRequest:(NSURLRequest *)request;
- (NSURLSessionDownloadTask *)downloadTaskWithRequest:(NSURLRequest *)request;
- (NSURLSessionDownloadTask *)downloadTaskWithURL:(NSURL *)url;
- (NSURLSessionDownloadTask *)downloadTaskWithResumeData:(NSData *)resumeData;
- (NSURLSessionStreamTask *)streamTaskWithHostName:(NSString *)hostname port:(NSInteger)port;
- (NSURLSessionWebSocketTask *)webSocketTaskWithURL:(NSURL *)url;
- (NSURLSessionWebSocketTask *)webSocketTaskWithURL:(NSURL *)url protocols:(NSArray<NSString *> *)protocols;
- (NSURLSessionWebSocketTask *)webSocketTaskWithRequest:(NSURLRequest *)request;
@end
@interface NSURLSession (NSURLSessionAsynchronousConvenience)
- (NSURLSessionDataTask *)dataTaskWithRequest:(NSURLRequest *)request completionHandler:(void (NS_SWIFT_SENDABLE ^)(NSData * _Nullable data, NSURLResponse * _Nullable response, NSError * _Nullable error))completionHandler NS_SWIFT_DISABLE_ASYNC;
- (NSURLSessionDataTask *)dataTaskWithURL:(NSURL *)url completionHandler:(void (NS_SWIFT_SENDABLE ^)(NSData * _Nullable data, NSURLResponse * _Nullable response, NSError * _Nullable error))completionHandler NS_SWIFT_DISABLE_ASYNC;
- (NSURLSessionUploadTask *)uploadTaskWithRequest:(NSURLRequest *)request fromFile:(NSURL *)fileURL completionHandler:(void (NS_SWIFT_SENDABLE ^)(NSData * _Nullable data, NSURLResponse * _Nullable response, NSError * _Nullable error))completionHandler NS_SWIFT_DISABLE_ASYNC;
- (NSURLSessionUploadTask *)uploadTaskWithRequest:(NSURLRequest *)request fromData:(nullable NSData *)bodyData completionHandler:(void (NS_SWIFT_SENDABLE ^)(NSData * _Nullable data, NSURLResponse * _Nullable response, NSError * _Nullable error))completionHandler NS_SWIFT_DISABLE_ASYNC;
- (NSURLSessionUploadTask *)uploadTaskWithResumeData:(NSData *)resumeData completionHandler:(void (NS_SWIFT_SENDABLE ^)(NSData * _Nullable data, NSURLResponse * _Nullable response, NSError * _Nullable error))completionHandler API_17 NS_SWIFT_DISABLE_ASYNC;
- (NSURLSessionDownloadTask *)downloadTaskWithRequest:(NSURLRequest *)request completionHandler:(void (NS_SWIFT_SENDABLE ^)(NSURL * _Nullable location, NSURLResponse * _Nullable response, NSError * _Nullable error))completionHandler NS_SWIFT_DISABLE_ASYNC;
- (NSURLSessionDownloadTask *)downloadTaskWithURL:(NSURL *)url completionHandler:(void (NS_SWIFT_SENDABLE ^)(NSURL * _Nullable location, NSURLResponse * _Nullable response, NSError * _Nullable error))completionHandler NS_SWIFT_DISABLE_ASYNC;
- (NSURLSessionDownloadTask *)downloadTaskWithResumeData:(NSData *)resumeData completionHandler:(void (NS_SWIFT_SENDABLE ^)(NSURL * _Nullable location, NSURLResponse * _Nullable response, NSError * _Nullable error))completionHandler NS_SWIFT_DISABLE_ASYNC;
@end

NS_SWIFT_NAME(URLSessionTask) NS_SWIFT_SENDABLE
@interface NSURLSessionTask : NSObject <NSCopying, NSProgressReporting>
@property (readonly) NSUInteger taskIdentifier;
@property (nullable, readonly, copy) NSURLRequest *originalRequest;
@property (nullable, readonly, copy) NSURLResponse *response;
@property (nullable, retain) id <NSURLSessionTaskDelegate> delegate API_15;
@property (readonly, strong) NSProgress *progress;
@property (readonly) int64_t countOfBytesReceived;
@property (readonly) int64_t countOfBytesExpectedToReceive;
@property (nullable, copy) NSString *taskDescription;
- (void)cancel;
@property (readonly) NSURLSessionTaskState state;
@property (nullable, readonly, copy) NSError *error;
- (void)suspend;
- (void)resume;
@property float priority;
- (instancetype)init DEPRECATED_13("Not supported");
@end
extern const float NSURLSessionTaskPriorityDefault NS_SWIFT_NAME(NSURLSessionTask.defaultPriority);
extern const float NSURLSessionTaskPriorityLow NS_SWIFT_NAME(NSURLSessionTask.lowPriority);
extern const float NSURLSessionTaskPriorityHigh NS_SWIFT_NAME(NSURLSessionTask.highPriority);
NS_SWIFT_NAME(URLSessionDataTask) NS_SWIFT_SENDABLE
@interface NSURLSessionDataTask : NSURLSessionTask
- (instancetype)init DEPRECATED_13("Please use -[NSURLSession dataTaskWithRequest:] or other NSURLSession methods to create instances");
@end
NS_SWIFT_NAME(URLSessionUploadTask) NS_SWIFT_SENDABLE
@interface NSURLSessionUploadTask : NSURLSessionDataTask
- (void)cancelByProducingResumeData:(void (NS_SWIFT_SENDABLE ^)(NSData * _Nullable resumeData))completionHandler API_17;
@end
NS_SWIFT_NAME(URLSessionDownloadTask) NS_SWIFT_SENDABLE
@interface NSURLSessionDownloadTask : NSURLSessionTask
- (void)cancelByProducingResumeData:(void (NS_SWIFT_SENDABLE ^)(NSData * _Nullable resumeData))completionHandler;
@end
NS_SWIFT_NAME(URLSessionStreamTask) NS_SWIFT_SENDABLE
@interface NSURLSessionStreamTask : NSURLSessionTask
@end
NS_SWIFT_NAME(URLSessionWebSocketTask) NS_SWIFT_SENDABLE
@interface NSURLSessionWebSocketTask : NSURLSessionTask
@property (nullable, readonly, copy) NSData *closeReason;
// In the SDK the message is a type of its own, and the method is in an overlay.
- (void)receiveMessageWithCompletionHandler:(void (NS_SWIFT_SENDABLE ^)(NSString * _Nullable message, NSError * _Nullable error))completionHandler NS_SWIFT_NAME(receive(completionHandler:));
@end
NS_SWIFT_NAME(URLSessionTaskMetrics) NS_SWIFT_SENDABLE
@interface NSURLSessionTaskMetrics : NSObject
@end

NS_SWIFT_NAME(URLSessionDelegate) NS_SWIFT_SENDABLE
@protocol NSURLSessionDelegate <NSObject>
@optional
- (void)URLSession:(NSURLSession *)session didBecomeInvalidWithError:(nullable NSError *)error;
- (void)URLSession:(NSURLSession *)session didReceiveChallenge:(NSURLAuthenticationChallenge *)challenge completionHandler:(void (NS_SWIFT_SENDABLE ^)(NSURLSessionAuthChallengeDisposition disposition, NSURLCredential * _Nullable credential))completionHandler;
- (void)URLSessionDidFinishEventsForBackgroundURLSession:(NSURLSession *)session;
@end
NS_SWIFT_NAME(URLSessionTaskDelegate) NS_SWIFT_SENDABLE
@protocol NSURLSessionTaskDelegate <NSURLSessionDelegate>
@optional
- (void)URLSession:(NSURLSession *)session didCreateTask:(NSURLSessionTask *)task API_16;
- (void)URLSession:(NSURLSession *)session task:(NSURLSessionTask *)task willBeginDelayedRequest:(NSURLRequest *)request completionHandler:(void (NS_SWIFT_SENDABLE ^)(NSURLSessionDelayedRequestDisposition disposition, NSURLRequest * _Nullable newRequest))completionHandler;
- (void)URLSession:(NSURLSession *)session taskIsWaitingForConnectivity:(NSURLSessionTask *)task;
- (void)URLSession:(NSURLSession *)session task:(NSURLSessionTask *)task willPerformHTTPRedirection:(NSHTTPURLResponse *)response newRequest:(NSURLRequest *)request completionHandler:(void (NS_SWIFT_SENDABLE ^)(NSURLRequest * _Nullable))completionHandler;
- (void)URLSession:(NSURLSession *)session task:(NSURLSessionTask *)task didReceiveChallenge:(NSURLAuthenticationChallenge *)challenge completionHandler:(void (NS_SWIFT_SENDABLE ^)(NSURLSessionAuthChallengeDisposition disposition, NSURLCredential * _Nullable credential))completionHandler;
- (void)URLSession:(NSURLSession *)session task:(NSURLSessionTask *)task needNewBodyStream:(void (NS_SWIFT_SENDABLE ^)(NSInputStream * _Nullable bodyStream))completionHandler __attribute__((swift_async_name("urlSession(_:needNewBodyStreamForTask:)")));
- (void)URLSession:(NSURLSession *)session task:(NSURLSessionTask *)task needNewBodyStreamFromOffset:(int64_t)offset completionHandler:(void (NS_SWIFT_SENDABLE ^)(NSInputStream * _Nullable bodyStream))completionHandler NS_SWIFT_NAME(urlSession(_:task:needNewBodyStreamFrom:completionHandler:)) __attribute__((swift_async_name("urlSession(_:needNewBodyStreamForTask:from:)"))) API_17;
- (void)URLSession:(NSURLSession *)session task:(NSURLSessionTask *)task didSendBodyData:(int64_t)bytesSent totalBytesSent:(int64_t)totalBytesSent totalBytesExpectedToSend:(int64_t)totalBytesExpectedToSend;
- (void)URLSession:(NSURLSession *)session task:(NSURLSessionTask *)task didReceiveInformationalResponse:(NSHTTPURLResponse *)response API_17;
- (void)URLSession:(NSURLSession *)session task:(NSURLSessionTask *)task didFinishCollectingMetrics:(NSURLSessionTaskMetrics *)metrics;
- (void)URLSession:(NSURLSession *)session task:(NSURLSessionTask *)task didCompleteWithError:(nullable NSError *)error;
@end
NS_SWIFT_NAME(URLSessionDataDelegate) NS_SWIFT_SENDABLE
@protocol NSURLSessionDataDelegate <NSURLSessionTaskDelegate>
@optional
- (void)URLSession:(NSURLSession *)session dataTask:(NSURLSessionDataTask *)dataTask didReceiveResponse:(NSURLResponse *)response completionHandler:(void (NS_SWIFT_SENDABLE ^)(NSURLSessionResponseDisposition disposition))completionHandler;
- (void)URLSession:(NSURLSession *)session dataTask:(NSURLSessionDataTask *)dataTask didBecomeDownloadTask:(NSURLSessionDownloadTask *)downloadTask;
- (void)URLSession:(NSURLSession *)session dataTask:(NSURLSessionDataTask *)dataTask didBecomeStreamTask:(NSURLSessionStreamTask *)streamTask;
- (void)URLSession:(NSURLSession *)session dataTask:(NSURLSessionDataTask *)dataTask didReceiveData:(NSData *)data;
- (void)URLSession:(NSURLSession *)session dataTask:(NSURLSessionDataTask *)dataTask willCacheResponse:(NSCachedURLResponse *)proposedResponse completionHandler:(void (NS_SWIFT_SENDABLE ^)(NSCachedURLResponse * _Nullable cachedResponse))completionHandler;
@end
NS_SWIFT_NAME(URLSessionDownloadDelegate) NS_SWIFT_SENDABLE
@protocol NSURLSessionDownloadDelegate <NSURLSessionTaskDelegate>
- (void)URLSession:(NSURLSession *)session downloadTask:(NSURLSessionDownloadTask *)downloadTask didFinishDownloadingToURL:(NSURL *)location;
@optional
- (void)URLSession:(NSURLSession *)session downloadTask:(NSURLSessionDownloadTask *)downloadTask didWriteData:(int64_t)bytesWritten totalBytesWritten:(int64_t)totalBytesWritten totalBytesExpectedToWrite:(int64_t)totalBytesExpectedToWrite;
- (void)URLSession:(NSURLSession *)session downloadTask:(NSURLSessionDownloadTask *)downloadTask didResumeAtOffset:(int64_t)fileOffset expectedTotalBytes:(int64_t)expectedTotalBytes;
@end
#pragma clang attribute pop
#pragma clang assume_nonnull end
