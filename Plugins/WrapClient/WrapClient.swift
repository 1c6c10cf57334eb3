import PackagePlugin

@main
struct WrapClient: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {}
}
