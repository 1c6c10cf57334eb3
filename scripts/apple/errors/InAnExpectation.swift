// error: cannot convert value of type 'String?' to expected argument type 'Int'
import Foundation
import Testing

@Test func `a name is not a number`() {
    #expect(OperationQueue.main.name == 3)
}
