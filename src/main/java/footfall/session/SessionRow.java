package footfall.session;

import footfall.line.Line;
import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.RowKind;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import footfall.turn.ModelUsage;
import footfall.turn.Prices;
import java.time.Instant;
import java.util.List;

/**
 * The row of a session: its main trail's part, and when its summary is due, null when the last summary sent
 * is current. Other rows are for messages, subagents and the calls that run them. {@code hasSubagents} is
 * false while no subagent row was written: most sessions have none, and an empty scan is the most expensive
 * read of a session. {@code counters} is null where the agent has none.
 */
record SessionRow(Instant due, MainPart main, boolean hasSubagents, SessionCounters counters) {
    static final RowKind<SessionRow> SESSION =
            new RowKind<>(30, "session", SessionRow::write, SessionRow::read).version(7);
    /** By message ID of the main trail: the usage of its last line with usage. */
    static final RowKind<ModelUsage> USAGE =
            new RowKind<>(31, "session usage", ModelUsage::write, in -> ModelUsage.read(in, in.version())).version(3);
    /** By agent id. */
    static final RowKind<AgentPart> SUBAGENT = new RowKind<>(
                    32, "session subagent", AgentPart::write, in -> AgentPart.read(in, in.version() > 1))
            .version(2);
    /** By call ID: the type of its subagent. */
    static final RowKind<String> CALL = new RowKind<>(33, "session call", RowWriter::text, RowReader::text);

    static final List<RowKind<?>> KINDS = List.of(SESSION, USAGE, SUBAGENT, CALL);

    static final SessionRow NEW = new SessionRow(null, MainPart.NONE, false, null);

    static RowKey<SessionRow> key(SessionId session) {
        return RowKey.all(SESSION, new TrailId(session, null));
    }

    static RowKey<ModelUsage> usage(SessionId session, String messageId) {
        return new RowKey<>(USAGE, session, "", 0, messageId);
    }

    static RowKey<AgentPart> subagent(SessionId session, String agent) {
        return RowKey.all(SUBAGENT, new TrailId(session, agent));
    }

    static RowKey<String> call(SessionId session, String toolUseId) {
        return RowKey.all(CALL, new TrailId(session, toolUseId));
    }

    SessionRow due(Instant at) {
        return new SessionRow(at, main, hasSubagents, counters);
    }

    SessionRow with(MainPart part) {
        return new SessionRow(due, part, hasSubagents, counters);
    }

    SessionRow withSubagents() {
        return new SessionRow(due, main, true, counters);
    }

    SessionRow startedOver() {
        return new SessionRow(due, MainPart.NONE, hasSubagents, null);
    }

    SessionRow with(SessionCounters changed) {
        return new SessionRow(due, main, hasSubagents, changed);
    }

    /** Adds the tokens that are in no line of a message. */
    SessionRow counted(Line line, Prices prices) {
        if (line instanceof Line.SessionBegin) {
            return with((counters == null ? SessionCounters.NONE : counters).begun());
        } else if (line instanceof Line.Compaction compaction && compaction.used() != null) {
            return with(main.spent(prices.of(compaction.used(), line.envelope().at())));
        } else if (counters == null) {
            return this;
        } else if (line instanceof Line.SessionEnd end) {
            var counted = main;
            for (var rest : counters.rest(end.counters())) {
                counted = counted.spent(rest);
            }
            return with(counted).with(counters.ended(end.counters()));
        }
        return with(counters.counted(line));
    }

    private static void write(RowWriter out, SessionRow row) {
        out.instant(row.due);
        MainPart.write(out, row.main);
        out.flag(row.hasSubagents);
        out.optional(row.counters, SessionCounters::write);
    }

    private static SessionRow read(RowReader in) {
        return new SessionRow(
                in.instant(),
                MainPart.read(in),
                in.version() < 3 || in.flag(),
                in.version() > 6 ? in.optional(SessionCounters::read) : null);
    }
}
