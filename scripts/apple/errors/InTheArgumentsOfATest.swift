// error: type 'URLRequest.CachePolicy' (aka 'NSURLRequest.CachePolicy') has no member 'never'
import Foundation
import Testing

@Test(arguments: [URLRequest.CachePolicy.never])
func `a policy that is none`(policy: URLRequest.CachePolicy) {}
