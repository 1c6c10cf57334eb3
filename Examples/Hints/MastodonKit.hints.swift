/// Hints for MastodonKit (e4395f6), in the format of the article "Writing a wrapper with the command".

/// ClientType:
// init(baseURL:accessToken:session:) = skip
