/**
 * Emits records on the topic {@code lines} from redacted lines, keyed by session, and places of bad ones on
 * {@code rejected}.
 * Order is kept; what the broker refuses is told before anything later of its file leaves.
 * Enter at {@link footfall.ship.Shipper}. The {@link footfall.ship.Checkpoint} moves behind the acks only.
 * Holds what is in flight, bounded by the producer's buffer and {@link Readers}. Sends no raw line.
 * Promises 8 and 12 in topology-docs/guarantees.md are kept here.
 */
package footfall.ship;
