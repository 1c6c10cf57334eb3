/// Hints for Parse-Swift (3d4bb13), in the format of the article "Writing a wrapper with the command".
///
/// `ParseCloudable` inherits a protocol of another module, so its wrapper does not conform, and lacks the methods
/// `runFunction` and `startJob` of extensions. The command does not write the methods of `Query` with a variable
/// number of values, such as `include(_:)`, because Swift cannot pass such values on. The wrapper has the form of
/// each method with an array.

/// ParseFile:
// fetch*, save* = forward

/// Query:
// exclude*, fields*, include*, order*, select*, where* = skip
