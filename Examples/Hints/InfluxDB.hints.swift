/// Hints for InfluxDB (7876126), as described in the article "Writing a wrapper with the command".

// * = client
