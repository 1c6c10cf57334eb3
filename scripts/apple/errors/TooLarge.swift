// error: arithmetic operation '255 + 1' (on type 'UInt8') results in an overflow
func large() -> UInt8 { 255 + 1 }
