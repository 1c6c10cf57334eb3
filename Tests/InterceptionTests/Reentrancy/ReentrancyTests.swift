import Dispatch
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary))
struct `User code that the library calls` {
    /// No lock is held meanwhile, and nothing is half done: the group ends, whatever was done.
    @Test(arguments: CallbackPlace.all, GroupUse.all)
    func `user code may call every method of the group`(place: CallbackPlace, use: GroupUse) async {
        let stage = Stage(use.use)
        // Not in a task: who waits for ever would take its thread from all others.
        DispatchQueue(label: "of the test").async { place.perform(stage) }
        let group = await stage.over()
        #expect(group?.outstanding == [])
        #expect(group?.progress.outstanding == 0)
    }
}
