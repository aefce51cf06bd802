package footfall.shipper;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;

/**
 * A shipper as a processor knows it. {@code heardAt}: when the broker got its last report. {@code late}: it has not
 * stopped, and {@link #MISSED} reports are missing. {@code linesRepeated}: how many of its lines had no effect, because
 * they had been processed before; null where that is not known.
 */
public record ListedShipper(
        ShipperState shipper, Instant heardAt, long notHeardForMs, boolean late, Long linesRepeated) {
    static final int MISSED = 3;

    /** Late ones first, the longest silence first; then those that run, the largest backlog first; then the rest. */
    static final Comparator<ListedShipper> ORDER = Comparator.comparing(ListedShipper::late)
            .reversed()
            .thenComparing(one -> one.shipper.state() == ShipperState.State.STOPPED)
            .thenComparing(one -> one.late ? -one.notHeardForMs : 0)
            .thenComparing(one -> -one.shipper.backlog().bytesBehind())
            .thenComparing(one -> one.notHeardForMs)
            .thenComparing(one -> one.shipper.id().shipperId());

    static ListedShipper of(ShipperState shipper, Instant heardAt, Instant now) {
        // The clocks of broker and processor may differ.
        long silentMs = Math.max(0, Duration.between(heardAt, now).toMillis());
        boolean isLate = shipper.state() != ShipperState.State.STOPPED && silentMs > MISSED * shipper.intervalMs();
        return new ListedShipper(isLate ? shipper.silent() : shipper, heardAt, silentMs, isLate, null);
    }

    /** {@code ada@box}, as far as it is known, else its ID. */
    public String name() {
        var id = shipper.id();
        var host = id.host() == null ? "" : id.host();
        var name = id.user() == null ? host : host.isEmpty() ? id.user() : id.user() + "@" + host;
        return name.isEmpty() ? "shipper " + id.shipperId() : name;
    }

    /** In place of the hash, of senders that are not counted one by one. */
    public static final String OTHERS = "";

    /** {@code repeats}: the repeated lines of all shippers, by the hashes of their senders. */
    public ListedShipper with(Map<String, Long> repeats) {
        var sender = shipper.sent().senderHash();
        var none = repeats.containsKey(OTHERS) ? null : Long.valueOf(0);
        var repeated = sender == null ? null : repeats.getOrDefault(sender, none);
        return new ListedShipper(shipper, heardAt, notHeardForMs, late, repeated);
    }
}
