package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.desire.Desire;
import footfall.line.SessionId;
import footfall.testkit.Turns;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.view.Answer;
import footfall.view.Answers;
import footfall.view.Coverage;
import footfall.view.OpenTurn;
import footfall.view.Selection;
import footfall.view.TurnTexts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The live view reads texts beside its display. */
@Timeout(60)
class ViewTextsTest {
    private final Semaphore changed = new Semaphore(0);
    private final List<String> asked = new ArrayList<>();
    private final ViewTexts texts = new ViewTexts(Optional.of(new Numbered()), changed::release);

    /** Knows the texts of all turns but those of the session {@code gone}; reads none of {@code far} beside another. */
    private final class Numbered implements TurnTexts {
        @Override
        public List<TurnBeginning> beginnings(List<Turn> turns) {
            return turns.stream()
                    .map(turn -> turn.id().turnId())
                    .peek(asked::add)
                    .filter(id -> turns.size() == 1 || !id.startsWith("far"))
                    .map(id -> new TurnBeginning(id, id.startsWith("gone") ? "" : "text of " + id))
                    .toList();
        }

        @Override
        public Answer<DesireCase> cases(Desire desire, Selection selection, Answers answers) {
            return new Answer<>(List.of(), null, Coverage.COMPLETE);
        }

        @Override
        public List<FoundTurn> find(String text) {
            return List.of(new FoundTurn("c:0", null, "prompt", text));
        }

        @Override
        public Optional<TurnText> text(Turn turn) {
            if (turn.id().turnId().equals("bad:0")) {
                throw new IllegalStateException();
            }
            var prompt = turn.size().length() + " steps";
            var steps = turn.steps().stream()
                    .map(step -> new StepText(step.sequence(), "./" + step.use().tool() + "\n --all", null, null))
                    .toList();
            return Optional.of(new TurnText(turn.id().turnId(), prompt, steps));
        }
    }

    @AfterEach
    void close() {
        texts.close();
    }

    private static Turn turn(String id, String... tools) {
        var at = id.lastIndexOf(':');
        return Turns.of(id.substring(0, at), Integer.parseInt(id.substring(at + 1)), Instant.EPOCH, tools);
    }

    private Map<String, String> beginnings(long nowMs, String... ids) {
        return texts.beginnings(Stream.of(ids), id -> Optional.of(turn(id)), nowMs);
    }

    @Test
    void theDisplayIsToldWhenBeginningsAreKnownAndEachIsReadOnce() throws Exception {
        assertThat(beginnings(10_000, "a:0", "gone:1")).isEmpty();
        changed.acquire();
        assertThat(beginnings(10_001, "a:0", "gone:1", "b:2")).isEqualTo(Map.of("a:0", "text of a:0", "gone:1", ""));
        assertThat(asked).as("too early for more").containsExactly("a:0", "gone:1");
        beginnings(20_000, "a:0", "gone:1", "b:2");
        changed.acquire();
        assertThat(beginnings(20_001, "b:2")).containsEntry("b:2", "text of b:2");
        assertThat(asked).containsExactly("a:0", "gone:1", "b:2");
    }

    @Test
    void turnsThatWereNotLookedForAreAskedForAgain() throws Exception {
        assertThat(beginnings(10_000, "a:0", "far:1")).isEmpty();
        changed.acquire();
        assertThat(beginnings(20_000, "a:0", "far:1")).isEqualTo(Map.of("a:0", "text of a:0"));
        changed.acquire();
        assertThat(beginnings(20_001, "a:0", "far:1")).containsEntry("far:1", "text of far:1");
    }

    @Test
    void aTurnThatTheViewDoesNotKnowYetIsAskedForWhenItDoes() throws Exception {
        texts.beginnings(Stream.of("a:0"), id -> Optional.empty(), 10_000);
        changed.acquire();
        assertThat(beginnings(20_000, "a:0")).isEmpty();
        changed.acquire();
        assertThat(beginnings(20_001)).isEqualTo(Map.of("a:0", "text of a:0"));
        assertThat(asked).containsExactly("a:0");
    }

    @Test
    void aTurnWhoseTextCannotBeReadIsNotReadAtEachFrame() throws Exception {
        assertThat(texts.of(turn("bad:0"), 10_000)).isEmpty();
        changed.acquire();
        assertThat(texts.of(turn("bad:0"), 20_000)).isEmpty();
        assertThat(changed.tryAcquire()).isFalse();
        texts.of(turn("a:0", "Read"), 30_000);
        changed.acquire();
        assertThat(changed.tryAcquire()).as("readings in all").isFalse();
    }

    @Test
    void theOpenedTurnIsReadAtOnceAndAgainWhenItHasGrown() throws Exception {
        assertThat(texts.of(turn("a:0", "Read"), 10_000)).isEmpty();
        changed.acquire();
        assertThat(texts.of(turn("a:0", "Read"), 10_001).orElseThrow().prompt()).isEqualTo("1 steps");
        assertThat(texts.of(turn("a:0", "Read", "Edit"), 20_000).orElseThrow().prompt())
                .isEqualTo("1 steps");
        changed.acquire();
        assertThat(texts.of(turn("a:0", "Read", "Edit"), 20_001).orElseThrow().prompt())
                .isEqualTo("2 steps");
        assertThat(texts.of(turn("b:0"), 20_002)).isEmpty();
    }

    private static OpenTurn open(String id, int length) {
        return new OpenTurn(
                id,
                new SessionId(id.split(":")[0]),
                null,
                false,
                OpenTurn.State.OPEN,
                length,
                false,
                "",
                List.of(),
                0,
                0,
                null,
                null,
                null,
                null,
                Tokens.ZERO,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private Map<String, String> lastCalls(long nowMs, String id, String... tools) {
        return texts.lastCalls(List.of(open(id, tools.length)), any -> Optional.of(turn(id, tools)), nowMs);
    }

    @Test
    void theLastCallOfAnOpenTurnIsReadAgainWhenTheTurnHasGrown() throws Exception {
        assertThat(lastCalls(10_000, "a:0", "Read")).isEmpty();
        changed.acquire();
        assertThat(lastCalls(20_000, "a:0", "Read")).isEqualTo(Map.of("a:0", "./Read --all"));
        assertThat(changed.tryAcquire()).as("read again without a new step").isFalse();
        assertThat(lastCalls(30_000, "a:0", "Read", "Bash")).isEqualTo(Map.of("a:0", "./Read --all"));
        changed.acquire();
        assertThat(lastCalls(30_001, "a:0", "Read", "Bash")).isEqualTo(Map.of("a:0", "./Bash --all"));
        assertThat(texts.lastCalls(List.of(), any -> Optional.empty(), 40_000)).isEmpty();
        assertThat(lastCalls(50_000, "bad:0", "Read")).isEmpty();
        changed.acquire();
        assertThat(lastCalls(60_000, "bad:0", "Read")).isEqualTo(Map.of("bad:0", ""));
        assertThat(changed.tryAcquire()).isFalse();
    }

    @Test
    void withoutTranscriptsNothingIsRead() {
        try (var none = new ViewTexts(Optional.empty(), changed::release)) {
            assertThat(none.beginnings(Stream.of("a:0"), id -> Optional.of(turn(id)), 10_000))
                    .isEmpty();
            assertThat(none.of(turn("a:0"), 10_000)).isEmpty();
        }
    }
}
