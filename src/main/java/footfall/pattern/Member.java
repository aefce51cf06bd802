package footfall.pattern;

import footfall.line.SessionId;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import footfall.turn.Position;

/** A turn that contributes to a subject, with its contribution. */
record Member(String turnId, SessionId sessionId, SubjectPart part) {
    Position place() {
        return new Position(part.startedAt(), turnId);
    }

    void write(RowWriter out) {
        out.text(turnId);
        out.text(sessionId.value());
        part.write(out);
    }

    static Member read(RowReader in) {
        return new Member(in.text(), new SessionId(in.text()), SubjectPart.read(in));
    }
}
