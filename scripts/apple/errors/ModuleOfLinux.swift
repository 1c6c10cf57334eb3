// error: no such module 'FoundationNetworking'
#if canImport(FoundationNetworking)
import Foundation
#else
import FoundationNetworking
#endif
