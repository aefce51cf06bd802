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

    /** Whether another report says the same at another time. */
    boolean saysTheSame(ShipperState other) {
        return equals(
                new ShipperState(other.id, at, other.state, other.agents, other.backlog, other.sent, other.intervalMs));
    }

    /**
     * When a shipper reports: at its start, some time after a change, and regularly without one. Thread-safe, because
     * it learns of failures from another thread.
     */
    public static final class ReportSchedule {
        /** The longest time between two reports. */
        public static final Duration INTERVAL = Duration.ofMinutes(1);

        private static final Duration CHANGED = Duration.ofSeconds(30);
        private static final Duration FAILED = Duration.ofMinutes(1);

        private ShipperState last;
        private Instant triedAt;

        /** After a clock was set back, a report is due. */
        public synchronized boolean isDue(ShipperState now) {
            if (triedAt == null || now.at().isBefore(triedAt)) {
                return true;
            }
            var passed = Duration.between(triedAt, now.at());
            if (last == null) {
                return passed.compareTo(FAILED) >= 0;
            }
            return passed.compareTo(INTERVAL) >= 0 || passed.compareTo(CHANGED) >= 0 && !now.saysTheSame(last);
        }

        /** A report is sent. */
        public synchronized void reported(ShipperState report) {
            last = report;
            triedAt = report.at();
        }

        /** The last report did not arrive. */
        public synchronized void failed() {
            last = null;
        }
    }
}
