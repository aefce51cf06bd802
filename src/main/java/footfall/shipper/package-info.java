/**
 * Emits {@link footfall.shipper.ShipperState}s: who sends transcripts of which agents, how far behind, and since when
 * nothing was heard of whom. The entry points are {@link footfall.shipper.ShipperState} and
 * {@link footfall.shipper.KnownShippers}. Holds what one process knows of a team's shippers, of bounded size.
 */
package footfall.shipper;
