/// Hints for web3.swift (17ec519), in the format of the article "Writing a wrapper with the command".

/// ERC721 and ERC721Metadata:
// client = client

/// EthereumHttpClient:
// networkProvider = client
