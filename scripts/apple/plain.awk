# Takes from a textual interface what has a body only for the optimiser: what is inlined because the
# diagnostics look into it (@_transparent) stays as it is.
/@(inlinable|_alwaysEmitIntoClient)/ && !/@_transparent/ {
    isNamed = /@usableFromInline/ || previous ~ /@usableFromInline *$/
    if (/ internal / && !isNamed) sub(/@(inlinable|_alwaysEmitIntoClient)/, "@usableFromInline")
    gsub(/@(inlinable|_alwaysEmitIntoClient) ?/, "")
}
{ print; previous = $0 }
