package footfall.alert;

import footfall.row.RowKind;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * The latest failures of a tool or MCP server by ingestion time, ascending. During an outage, {@code began}
 * is its first failure, and the levels are the instants at which they were raised, from level 1, null for a
 * skipped level. Otherwise null and empty.
 */
public record Outage(String tool, List<Instant> failures, Instant began, List<Instant> raised) {
    /** Stored with the tallies. */
    public static final RowKind<Outage> KIND = new RowKind<>(20, "outage", Outage::write, Outage::read);

    public Outage {
        Objects.requireNonNull(tool, "tool is null");
        failures = List.copyOf(failures);
        raised = Collections.unmodifiableList(new ArrayList<>(raised));
    }

    static Outage none(String tool) {
        return new Outage(tool, List.of(), null, List.of());
    }

    private static void write(RowWriter out, Outage outage) {
        out.text(outage.tool);
        out.unsigned(outage.failures.size());
        long before = 0;
        for (var at : outage.failures) {
            out.signed(at.toEpochMilli() - before);
            before = at.toEpochMilli();
        }
        out.instant(outage.began);
        out.list(outage.raised, RowWriter::instant);
    }

    private static Outage read(RowReader in) {
        var tool = in.text();
        int count = in.count();
        var failures = new ArrayList<Instant>(count);
        long at = 0;
        for (int i = 0; i < count; i++) {
            at += in.signed();
            failures.add(Instant.ofEpochMilli(at));
        }
        return new Outage(tool, failures, in.instant(), in.list(RowReader::instant));
    }
}
