// error: cannot convert value of type 'String?' to expected argument type 'Int'
import Foundation
import Testing

@Test func `a name is no number`() {
    #expect(OperationQueue.main.name == 3)
}
