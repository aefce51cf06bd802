package footfall.pattern;

import footfall.row.RowReader;
import footfall.row.RowWriter;

/** A turn that contributes to a subject, with its contribution. */
record Member(String turnId, String sessionId, SubjectPart part) {
    MemberPlace place() {
        return new MemberPlace(part.startedAt(), turnId);
    }

    void write(RowWriter out) {
        out.text(turnId);
        out.text(sessionId);
        part.write(out);
    }

    static Member read(RowReader in) {
        return new Member(in.text(), in.text(), SubjectPart.read(in));
    }
}
