// error: value of optional type 'URL?' must be unwrapped to a value of type 'URL'
import Foundation

func place(of response: URLResponse) -> URL { response.url }
