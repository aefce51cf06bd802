package footfall.session;

import footfall.line.Line;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import footfall.turn.Arrival;
import footfall.turn.Origin;

/**
 * What a session's summary has of one of its trails, the main one or a subagent's. {@code call} is the call
 * that runs the subagent, the first that was linked to it; absent components are null.
 */
record AgentPart(String call, SummaryCounts tools, long activeMs, Origin whose) {
  static final AgentPart NONE = new AgentPart(null, SummaryCounts.NONE, 0, Origin.NOBODY);

  /** Where a trail's lines come from: as its first line says, but for the project, which some line names. */
  record Origin(String project, String host, String user, boolean isTold) {
    static final Origin NOBODY = new Origin(null, null, null, false);

    Origin after(Arrival arrival, Line line) {
      var named = project == null ? line.envelope().project() : project;
      return isTold
          ? new Origin(named, host, user, true)
          : new Origin(named, arrival.host(), arrival.user(), true);
    }
  }

  AgentPart linkedTo(String toolUseId) {
    return call != null ? this : new AgentPart(toolUseId, tools, activeMs, whose);
  }

  /** With what any line says, a copied one too. */
  AgentPart seen(Arrival arrival, Line line) {
    return new AgentPart(call, tools, activeMs, whose.after(arrival, line));
  }

  AgentPart counted(Line line) {
    var counts = tools;
    if (line instanceof Line.Assistant assistant) {
      for (var use : assistant.toolUses()) {
        counts = counts.plus(use.tool());
      }
    }
    long more = line instanceof Line.TurnDuration duration ? duration.durationMs() : 0;
    return new AgentPart(call, counts, activeMs + more, whose);
  }

  static void write(RowWriter out, AgentPart part) {
    out.text(part.call);
    part.tools.write(out);
    out.unsigned(part.activeMs);
    out.text(part.whose.project());
    out.text(part.whose.host());
    out.text(part.whose.user());
    out.flag(part.whose.isTold());
  }

  static AgentPart read(RowReader in) {
    return new AgentPart(
        in.text(), SummaryCounts.read(in), in.unsigned(), new Origin(in.text(), in.text(), in.text(), in
            .flag()));
  }
}
