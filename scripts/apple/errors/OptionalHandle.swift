// error: value of optional type 'pthread_t?' (aka 'Optional<UnsafeMutablePointer<_opaque_pthread_t>>') must be unwrapped to a value of type 'pthread_t' (aka 'UnsafeMutablePointer<_opaque_pthread_t>')
import Darwin

func leave(_ thread: pthread_t?) { pthread_detach(thread) }
