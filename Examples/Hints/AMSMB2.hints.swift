/// Hints for AMSMB2 (f1c5898), as described in the article "Writing a wrapper with the command".

// contents(atPath:range:) = forward
