/// Hints for AMSMB2 (f1c5898), in the format of the article "Writing a wrapper with the command".

// contents(atPath:range:) = forward
