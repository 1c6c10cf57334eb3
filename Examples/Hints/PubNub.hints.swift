/// Hints for PubNub (bf397eb), in the format of the article "Writing a wrapper with the command".

// networkSession = forward
// * = client
// add*Listener*, remove*Listener*, createFileURLSession* = forward
// download* = downloadTask: progress; completion: completion
// send* = uploadTask: progress; completion: completion
