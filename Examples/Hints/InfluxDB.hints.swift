/// Hints for InfluxDB (7876126), in the format of the article "Writing a wrapper with the command".

// * = client
