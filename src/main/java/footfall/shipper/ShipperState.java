package footfall.shipper;

import footfall.line.Group;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * A record of the topic {@code shippers}: what a shipper last reported of itself. Names no file and no project.
 * {@code agents}: those of which it has files. {@code intervalMs}: the longest time until its next report, unless it
 * has stopped.
 */
public record ShipperState(
        Id id, Instant at, State state, List<AgentFiles> agents, Backlog backlog, Sent sent, long intervalMs)
        implements Group {

    public ShipperState {
        agents = List.copyOf(agents);
    }

    /** What a shipper does. */
    public enum State {
        RUNNING,
        WAITING_FOR_BROKER,
        STOPPED,
        /** Of a list only: it reported one of the others, and since then no report came. */
        NO_REPORT;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Which shipper it is. {@code shipperId} is the same after a restart. {@code command}: {@code ship} or {@code up}.
     * {@code host} and {@code user} are null when they do not leave the machine.
     */
    public record Id(String shipperId, String command, String host, String user, String version, Instant startedAt)
            implements Group {}

    /** The number of files of an agent. */
    public record AgentFiles(String agent, int files) {}

    /** {@code filesBehind} of the files have {@code bytesBehind} that are not acknowledged. */
    public record Backlog(int files, int filesBehind, long bytesBehind, int unreadable) implements Group {}

    /**
     * Lines since the start; {@code lastLineAt} is null before the first acknowledgement. {@code senderHash}: of the
     * secret ID that stands on its lines; null from earlier builds.
     */
    public record Sent(long lines, long rejected, Instant lastLineAt, String senderHash) implements Group {}

    /** What it said before is not known to be true any more. */
    ShipperState silent() {
        return new ShipperState(id, at, State.NO_REPORT, agents, backlog, sent, intervalMs);
    }

    /** The longest time between two reports: {@link ListedShipper#MISSED} of them are a minute. */
    public static final Duration INTERVAL = Duration.ofSeconds(20);

    /** Whether a report is due; {@code last}: when the last one was sent, null for never. */
    public static boolean isDue(Instant last, Instant now) {
        // A clock can be set back.
        return last == null || now.isBefore(last) || Duration.between(last, now).compareTo(INTERVAL) >= 0;
    }
}
