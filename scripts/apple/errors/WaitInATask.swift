// error: instance method 'wait' is unavailable from asynchronous contexts; Await a Task handle instead
import Dispatch

func wait(for semaphore: DispatchSemaphore) async { semaphore.wait() }
