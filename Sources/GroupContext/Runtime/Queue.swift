/// A first-in, first-out queue.
///
/// Taken elements are removed from the array in batches, because removing the first element moves all others.
struct Queue<Element> {
    private var elements: [Element?] = []
    private var next = 0

    var count: Int { elements.count - next }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Removes and returns the oldest element.
    mutating func take() -> Element? {
        guard count > 1 else {
            // The array usually has only this element, and `popLast` is faster than clearing the array.
            let last = elements.popLast() ?? nil
            if next > 0 { elements.removeAll(keepingCapacity: true) }
            next = 0
            return last
        }
        defer {
            next += 1
            // A queue that is never empty would otherwise keep the place of every taken element.
            if next > 64, next > elements.count / 2 {
                elements.removeFirst(next)
                next = 0
            }
        }
        return elements[next].take()
    }
}
