/// A queue, which removes taken elements in batches, because removing the first element moves all others.
struct Queue<Element> {
    private var elements: [Element?] = []
    private var next = 0

    var count: Int { elements.count - next }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Removes and returns the oldest element.
    mutating func take() -> Element? {
        guard next < elements.count else {
            elements.removeAll(keepingCapacity: true)
            next = 0
            return nil
        }
        defer {
            next += 1
            // A queue that is never empty has to shrink, too.
            if next > 64, next > elements.count / 2 {
                elements.removeFirst(next)
                next = 0
            }
        }
        return elements[next].take()
    }
}
