package footfall.testkit;

import footfall.line.SessionId;
import footfall.turn.Turn;
import footfall.view.OpenTurn;
import java.time.Instant;
import java.util.List;

/** Open turns of main agents. */
public final class OpenTurnSample {
    private OpenTurnSample() {}

    /** {@code like}: has its tokens and its agent. */
    public static OpenTurn of(String turnId, String session, String project, int length, Instant now, Turn like) {
        return new OpenTurn(
                turnId,
                new SessionId(session),
                null,
                false,
                OpenTurn.State.OPEN,
                length,
                false,
                "Read",
                List.of("Read"),
                0,
                0,
                now,
                now,
                null,
                now,
                like.spend().tokens(),
                null,
                like.product(),
                project,
                "box",
                "ada",
                null);
    }
}
