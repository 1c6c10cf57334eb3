/// Hints for MastodonKit (e4395f6), as described in the article "Writing a wrapper with the command".

/// ClientType:
// init(baseURL:accessToken:session:) = skip
