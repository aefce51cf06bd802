package footfall.pattern;

import footfall.line.SessionId;
import footfall.turn.Position;

/** A turn that contributes to a subject, with its contribution. */
record Member(String turnId, SessionId sessionId, SubjectPart part) {
    Position place() {
        return new Position(part.startedAt(), turnId);
    }
}
