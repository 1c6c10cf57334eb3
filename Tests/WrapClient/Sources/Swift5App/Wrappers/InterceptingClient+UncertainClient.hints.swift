/// What the declarations of UncertainClient do not say. Each line is a hint for wrap-client.

// flag(_:done:) = done: callback { ok, text in ok ? nil : Refused(text ?? "") }; label: flag \(path); rejection: done(false, "\($0)")
// flagSendable(done:) = done: callback { ok, _ in ok ? nil : Refused("flag") }
// maybe(completion:) = completion: callback { data in data == nil ? Refused("no data") : nil }
// ended(_:) = then: finally
// perhapsFailed(success:failure:) = failure: failure
// users = client
// admins = forward
