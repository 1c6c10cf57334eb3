/// Hints for Azure Chat (705d4cc), as described in the article "Writing a wrapper with the command".

/// ChatClient:
// createClient* = client
