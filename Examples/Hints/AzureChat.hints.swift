/// Hints for Azure Chat (705d4cc), in the format of the article "Writing a wrapper with the command".

/// ChatClient:
// createClient* = client
