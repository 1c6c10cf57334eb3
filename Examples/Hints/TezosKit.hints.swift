/// Hints for TezosKit (e9e6856), in the format of the article "Writing a wrapper with the command".

/// ConseilClient:
// networkClient = client
