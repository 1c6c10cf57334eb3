@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `User code that the library calls` {
    /// No lock is held during a callback, and no state is inconsistent: the group ends after any use.
    @Test(arguments: CallbackPlace.all, GroupUse.all)
    func `callbacks may call any method of the group`(place: CallbackPlace, use: GroupUse) async {
        let stage = Stage(use.use)
        // Not in a task: a deadlock would block a thread that other tasks need.
        DispatchQueue(label: "of the test").async { place.perform(stage) }
        let group = await stage.over()
        #expect(group?.outstanding == [])
        #expect(group?.progress.outstanding == 0)
    }
}
