// error: 'async' property access in a function that does not support concurrency
import Foundation

func count(_ session: URLSession) -> Int { session.allTasks.count }
