// Stub of the module SwiftUI, by its documented interface.
@_exported import UIKit

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @MainActor @preconcurrency var body: Body { get }
}
extension Never: View {
  public var body: Never { fatalError() }
}
@MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
  associatedtype UIViewType: UIView
  associatedtype Coordinator = Void
  typealias Context = UIViewRepresentableContext<Self>
  @MainActor @preconcurrency func makeUIView(context: Context) -> UIViewType
  @MainActor @preconcurrency func updateUIView(_ uiView: UIViewType, context: Context)
}
extension UIViewRepresentable {
  public var body: Never { fatalError() }
}
@MainActor @preconcurrency public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {}
