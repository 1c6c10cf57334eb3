# Removes attributes such as @inlinable from a textual interface, because only the optimizer needs these bodies. The
# diagnostics of the compiler need the bodies of @_transparent functions, so these are unchanged.
/@(inlinable|_alwaysEmitIntoClient)/ && !/@_transparent/ {
    isNamed = /@usableFromInline/ || previous ~ /@usableFromInline *$/
    if (/ internal / && !isNamed) sub(/@(inlinable|_alwaysEmitIntoClient)/, "@usableFromInline")
    gsub(/@(inlinable|_alwaysEmitIntoClient) ?/, "")
}
{ print; previous = $0 }
