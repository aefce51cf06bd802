package footfall.session;

import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.RowKind;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import footfall.turn.ModelUsage;
import java.time.Instant;
import java.util.List;

/**
 * The row of a session: its main trail's part, and when its summary is due, null when the last summary sent
 * is current. Other rows are for messages, subagents and the calls that run them. {@code hasSubagents} is
 * false while no subagent row was written: most sessions have none, and an empty scan is the most expensive
 * read of a session.
 */
record SessionRow(Instant due, MainPart main, boolean hasSubagents) {
    static final RowKind<SessionRow> SESSION =
            new RowKind<>(30, "session", SessionRow::write, SessionRow::read).version(6);
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

    static final SessionRow NEW = new SessionRow(null, MainPart.NONE, false);

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
        return new SessionRow(at, main, hasSubagents);
    }

    SessionRow with(MainPart part) {
        return new SessionRow(due, part, hasSubagents);
    }

    SessionRow withSubagents() {
        return new SessionRow(due, main, true);
    }

    private static void write(RowWriter out, SessionRow row) {
        out.instant(row.due);
        MainPart.write(out, row.main);
        out.flag(row.hasSubagents);
    }

    private static SessionRow read(RowReader in) {
        return new SessionRow(in.instant(), MainPart.read(in), in.version() < 3 || in.flag());
    }
}
