// error: 'init()' was deprecated in macOS 10.15: Please use +[NSURLSession sessionWithConfiguration:] or other class methods to create instances
import Foundation

func make() -> URLSession { URLSession() }
