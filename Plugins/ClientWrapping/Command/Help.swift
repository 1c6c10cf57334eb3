extension WrapCommand {
    static let help = """
        Writes the wrapper of a client, so that its requests enter the groups around them.

        USAGE: swift package wrap-client TYPE [options]
               wrap-client --symbol-graph FILE… [options] TYPE

        The first form finds the type in the package and its dependencies. The second is for everything
        else: a target of Xcode, a binary framework, a module of the SDK. `swift symbolgraph-extract` and
        `swiftc -emit-symbol-graph` write the graphs that it reads.

        WHAT IS WRAPPED
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

        WHAT IS WRITTEN
          --output FILE           where; by default beside the client, or in the only target that can
                                  see it (first form), or the terminal (second form). A folder
                                  gets a file that is named after the client; - is the terminal
          --access-level LEVEL    internal (as it is without), package or public
          --subclass              a subclass that overrides what issues requests, for a class whose
                                  instances others create
          --preconcurrency        imports the client's module as @preconcurrency: for a client in the
                                  Swift 5 language mode, and a wrapper in that of Swift 6
          --import A,B            further modules that the file has to import
          --wrapper-module M      the module that the file is a part of (second form); by default that
                                  of the client
          --visible LEVEL         what can be seen from there: public, package or internal (second form)

        WHAT HAPPENS
          --check                 writes nothing; ends with 1, and shows the difference, if the file is
                                  not what would be written. `swift package check-wrappers` does so
                                  for every file of a package, and asks for no permission
          --dry-run               prints what would be written
          --verbose               says which methods are written, and how
          --help                  prints this

        HINTS
          What is not certain is not written: the file has a comment with the reason and a hint. A hint
          is one line, of the command or of a file beside the output, whose name ends in .hints.swift and
          whose lines each begin with //. Its parts are separated by semicolons:

          send(_:done:) = done: completion         success, failure, completion, finally, progress,
                                                   untouched: the role of a callback
          send(_:done:) = done: callback { ok, text in ok ? nil : Refused(text) }
                                                   finds the error in it
          send(_:done:) = label: send \\(name)       what the request is called in errors and drawings;
                                                   by default as the method is
          send(_:) = request.onEnd: completion     the same of a callback that a parameter carries
          send(_:done:) = rejection: done(0, $0)   what is called if the request is rejected, $0 is the
                                                   error; or what an asynchronous method returns, or
                                                   throws of its type
          send(_:) = cancel: $0.stop()             how what it returns is cancelled; nothing if not
          send(_:) = cancel: job.cancel()          what is cancelled if it returns nothing
          send(_:) = holds handle                  nobody but the caller keeps what it returns
          send(_:) = waits                         returns nothing, so that a limit can make it wait
          send(_:) = forward                       no request: passed on
          send(_:done:) = forward if: done == nil  the calls that are no requests; never if all are
          users = client                           a client of its own, which is wrapped, too
          send(_:) = skip                          is written by hand, elsewhere
          send(_: Int) = forward                   with types: for one of several methods of one name
          send* = forward                          for several methods, by their names; * is for all
          (_, Refusal?) = failure                  for each callback with such values
          -> Ticket = cancel: $0.stop()            for each method that returns that type
        """
}
