// execute* = skip
