/// Hints for Just 0.7.2 (be341d3), in the format of the article "Writing a wrapper with the command".

// -> HTTPResult = cancel: nothing; forward if: asyncCompletionHandler == nil
