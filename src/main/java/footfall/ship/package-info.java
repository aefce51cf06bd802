/**
 * Sends redacted lines to the topic {@code lines}, keyed by session, and the positions of bad lines to {@code
 * rejected}. A line that the broker rejects is reported before any later line of its file is sent.
 * Start with {@link footfall.ship.Shipper}. The {@link footfall.ship.Checkpoint} advances only after
 * acknowledgements. The producer's buffer and {@link ReadAhead.Readers} bound the lines in flight. Sends no raw line.
 * Promises 8, 12 and 20 in topology-docs/guarantees.md are kept here.
 */
package footfall.ship;
