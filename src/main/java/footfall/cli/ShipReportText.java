package footfall.cli;

import footfall.run.ShipReport;
import footfall.screen.SafeText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Map;

/** The lines of {@code ship --status}. */
final class ShipReportText {
    private ShipReportText() {}

    /** {@code isAsked}: the broker was asked now, and not only by the running shipper. */
    static String of(ShipReport report, boolean isAsked) {
        var status = report.status();
        var lines = new ArrayList<String>();
        lines.add((status.running() ? "running, pid " + status.pid() : "not running") + ", to "
                + SafeText.of(String.valueOf(status.cluster())));
        lines.add("service " + (report.service() == null ? "not installed" : report.service()));
        lines.add("broker " + broker(report.brokerReachable(), isAsked));
        lines.add("since " + second(status.startedAt()) + ": " + ShipLine.counts(status));
        lines.add("files with a backlog " + status.filesBehind());
        lines.add("last ack " + second(status.lastAckAt()) + ", checkpoint " + second(report.checkpointAt())
                + ", status " + second(status.updatedAt()));
        status.rejected().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(why -> lines.add("rejected as " + why.getKey() + ": " + why.getValue()));
        if (status.waitsFor() != null) {
            lines.add("waits: " + SafeText.of(status.waitsFor()));
        }
        if (status.unkept() != null) {
            lines.add("checkpoint not written: " + SafeText.of(status.unkept()));
        }
        return String.join("\n", lines) + "\n";
    }

    private static String broker(Boolean isReachable, boolean isAsked) {
        if (isReachable == null) {
            return "not checked; name it with --bootstrap-servers or --config";
        }
        return (isReachable ? "reachable" : "unreachable")
                + (isAsked
                        ? ""
                        : " when the shipper last used it; to check it now, add --bootstrap-servers or --config");
    }

    private static String second(Instant at) {
        return at == null ? "none" : at.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
