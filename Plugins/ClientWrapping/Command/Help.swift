extension WrapCommand {
    static let help = """
        Writes the wrapper of a client, so that its requests enter the groups around them.

        USAGE: swift package wrap-client TYPE [options]
               wrap-client --symbol-graph FILE… [options] TYPE

        The first form finds the type in the package and its dependencies. The second is for everything
        else: a target of Xcode, a binary framework, a module of the SDK. `swift symbolgraph-extract` and
        `swiftc -emit-symbol-graph` write the graphs that it reads.

        THE CLIENT
          TYPE                    the class, struct, enum, actor or protocol: NetworkTool at the top of
                                  a file, or Api.Client in another type; a protocol gets a class that
                                  conforms to it; a subclass has the inherited methods, too
          --module M              the module that declares it, if several do (first form)
          --symbol-graph FILE…    symbol graphs, or folders of them (second form)
          --only A,B              these methods and properties alone, with or without labels
          --except A,B            all but these
          --hint 'METHOD = …'     what the declaration does not say, see below; may be repeated
          --hints FILE            the file with hints, if it is not beside the output: that of the
                                  superclass, for instance

        THE WRAPPER
          --output FILE           where; by default beside the client, or in the only target that can
                                  see it (first form), or the terminal (second form). A folder
                                  gets a file that is named after the client; - is the terminal
          --access-level LEVEL    internal (as it is without), package or public
          --subclass              a subclass that overrides what issues requests, for a class whose
                                  instances other code needs
          --preconcurrency        imports the client's module as @preconcurrency: for a client in the
                                  Swift 5 language mode, and a wrapper in that of Swift 6
          --import A,B            further modules that the file has to import
          --wrapper-module M      the module that the file is a part of (second form); by default that
                                  of the client
          --visible LEVEL         what can be seen from there: public, package or internal (second form)

        THE RUN
          --ask                   asks about each method that is not certain, and writes the hints into
                                  the file beside the output
          --check                 writes nothing; ends with 1, and shows the difference, if the file is
                                  not what would be written. `swift package check-wrappers` does so
                                  for every file of a package, and asks for no permission
          --dry-run               prints what would be written
          --help                  prints this

        HINTS
          The file has a comment for each method that is not certain, with the reason and a hint. A hint is
          one line, of the command or of a file beside the output, whose name ends in .hints.swift and
          whose lines each begin with //. Its parts are separated by semicolons:

          send(_:done:) = done: completion         success, failure, completion, finally, progress,
                                                   untouched: the role of a callback; or
                                                   callback { ok, text in ok ? nil : Refused(text) }
          send(_:done:) = cancel: $0.stop(); label: send \\(name); rejection: done(0, $0)
          send(_:) = holds handle; waits           the group keeps the handle; the request can wait
          send(_:done:) = forward if: done == nil  the calls that are no requests; forward for all
          users = client                           wrapped, too; skip is for what you write by hand
          send* = …, (_, Refusal?) = …, -> Ticket = …, * = …
                                                   by name, callback or result; * is for all
        """
}
