// The text of `--help`.
extension WrapCommand {
    static let help = """
        Writes the wrapper of a client, so that its requests join the current group.

        USAGE: swift package wrap-client TYPE [options]
               wrap-client --symbol-graph FILE… [options] TYPE

        The second form reads the graphs of `swift symbolgraph-extract`, for a target of Xcode, a binary
        framework or a module of the SDK.

        THE CLIENT
          TYPE                    the class, struct, enum, actor or protocol, such as Api.Client
          --module M              the module that declares it, if several do (first form)
          --symbol-graph FILE…    symbol graphs, or folders of them (second form)
          --only A,B              these methods and properties alone, with or without labels
          --except A,B            all but these
          --hint 'METHOD = …'     what the declaration does not show, see below; may be repeated
          --hints FILE            the file with hints, if it is not beside the output

        THE WRAPPER
          --output FILE           the file, or its folder; - is the terminal
          --access-level LEVEL    internal (as it is without), package or public
          --subclass              a subclass, for a class whose instances other code needs
          --preconcurrency        imports the client's module as @preconcurrency, for an old client
          --import A,B            further modules that the file has to import
          --wrapper-module M      the module of the file (second form), if it is not that of the client
          --visible LEVEL         what can be seen from there: public, package or internal (second form)

        THE RUN
          --ask                   asks about each uncertain method, and writes the hints into their file
          --check                 writes nothing; shows each outdated file, and exits with status 1
          --dry-run               prints what would be written
          --help                  prints this

        HINTS
          The file proposes a hint for each method that is not certain. Pass it with --hint, or write it
          after // into a file whose name ends in .hints.swift. The documentation explains its parts.
        """
}
