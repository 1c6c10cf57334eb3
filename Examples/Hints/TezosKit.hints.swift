/// Hints for TezosKit (e9e6856), as described in the article "Writing a wrapper with the command".

/// ConseilClient:
// networkClient = client
