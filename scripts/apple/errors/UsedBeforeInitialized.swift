// error: constant 'count' used before being initialized
func count(_ isKnown: Bool) -> Int {
    let count: Int
    if isKnown { count = 1 }
    return count
}
