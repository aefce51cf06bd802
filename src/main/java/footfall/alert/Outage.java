package footfall.alert;

import footfall.turn.NewerRow;
import footfall.turn.RowReader;
import footfall.turn.RowWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * The latest failures of a tool or MCP server by their arrival, the earliest first. While it is out of order:
 * {@code began}, the first failure of that, and the instants at which levels were raised, from level 1; null
 * for a level that was passed over. Else null and none.
 */
public record Outage(String tool, List<Instant> failures, Instant began, List<Instant> raised) {
  private static final int VERSION = 1;

  public Outage {
    Objects.requireNonNull(tool, "tool is null");
    failures = List.copyOf(failures);
    raised = Collections.unmodifiableList(new ArrayList<>(raised));
  }

  static Outage none(String tool) {
    return new Outage(tool, List.of(), null, List.of());
  }

  public byte[] bytes() {
    var out = new RowWriter();
    out.unsigned(VERSION);
    out.text(tool);
    out.unsigned(failures.size());
    long before = 0;
    for (var at : failures) {
      out.signed(at.toEpochMilli() - before);
      before = at.toEpochMilli();
    }
    out.instant(began);
    out.unsigned(raised.size());
    raised.forEach(out::instant);
    return out.done();
  }

  /** @throws NewerRow when a newer footfall wrote it */
  public static Outage read(byte[] bytes) {
    var in = RowReader.of(bytes, VERSION, "an outage row");
    var tool = in.text();
    int count = in.count();
    var failures = new ArrayList<Instant>(count);
    long at = 0;
    for (int i = 0; i < count; i++) {
      at += in.signed();
      failures.add(Instant.ofEpochMilli(at));
    }
    var began = in.instant();
    int levels = in.count();
    var raised = new ArrayList<Instant>(levels);
    for (int i = 0; i < levels; i++) {
      raised.add(in.instant());
    }
    return in.whole(new Outage(tool, failures, began, raised));
  }
}
