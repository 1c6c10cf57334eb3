// error: cannot convert value of type 'mode_t' (aka 'UInt16') to specified type 'UInt32'
import Darwin

func mode(of status: stat) {
    let mode: UInt32 = status.st_mode
    _ = mode
}
