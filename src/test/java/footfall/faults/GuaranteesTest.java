package footfall.faults;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.faults.Guarantee.EveryLineAtLeastOnce;
import footfall.faults.Guarantee.EveryStepInOneTurn;
import footfall.faults.Guarantee.ForgottenStaysForgotten;
import footfall.faults.Guarantee.LinesInOrder;
import footfall.faults.Guarantee.OneContentPerRevision;
import footfall.faults.Guarantee.TurnsEqualFiles;
import footfall.line.Outcome;
import footfall.line.RejectedBytes;
import footfall.pattern.Tool;
import footfall.testkit.FileTallies;
import footfall.testkit.Turns;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.wire.RejectedLine;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each guarantee holds of the topics that the files give, and reports what is broken in them. */
class GuaranteesTest extends OverChangedTopics {
    private static List<String> broken(Guarantee guarantee, Observed observed) {
        return guarantee.broken(observed).toList();
    }

    @Test
    void allHoldOfWhatTheFilesGive() {
        assertThat(whole.files().calls()).hasSizeGreaterThan(100);
        var tallies = whole.files().tallies();
        assertThat(List.of(tallies.patterns(), tallies.tools(), tallies.loops(), tallies.desires()))
                .allSatisfy(tally -> assertThat(tally).isNotEmpty());
        assertThat(Guarantee.allBroken(whole)).isEmpty();
    }

    @Test
    void everyAgentHasTurnsWithCallsOfBothOutcomes() {
        var agents = new TreeSet<String>();
        whole.files()
                .lines()
                .forEach(line -> agents.add(line.lineHeaders().file().dialect()));
        assertThat(agents).containsExactly("claude", "codex", "copilot", "qbit");
        assertThat(otherSessions()).allSatisfy(session -> {
            var turns = turnsOf(session);
            assertThat(turns).hasSize(4).allMatch(turn -> !turn.value().steps().isEmpty());
            assertThat(turns.stream().flatMap(turn -> turn.value().steps().stream()))
                    .extracting(step -> step.result().outcome())
                    .contains(Outcome.OK, Outcome.ERROR);
        });
    }

    private static Stream<String> otherSessions() {
        return IntStream.range(GrowingTalk.CLAUDE_SESSIONS, GrowingTalk.SESSIONS)
                .mapToObj(GrowingTalk::id);
    }

    private static List<Observed.Logged<Turn>> turnsOf(String session) {
        return whole.topics().turns().stream()
                .filter(turn -> turn.value().id().sessionId().value().equals(session))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("otherSessions")
    void aMissingTurnOfAnyAgentIsReported(String session) {
        var gone = turnsOf(session).get(2);
        var call = gone.value().steps().get(0).use().toolUseId();
        var observed = changed.withTurns(log -> {
            log.remove(gone);
            return log;
        });
        assertThat(broken(new TurnsEqualFiles(), observed))
                .hasSize(1)
                .allMatch(message -> message.startsWith("the turn " + gone.key() + " is null and not "));
        assertThat(broken(new EveryStepInOneTurn(), observed)).contains("the call " + call + " is on turns in []");
        assertThat(broken(
                        new ForgottenStaysForgotten(),
                        new Observed(whole.files(), whole.topics(), whole.received(), Set.of(session))))
                .contains("turns has " + gone.key(), "sessions has " + session);
    }

    @Test
    void linesThatAreSentAgainBreakNothing() {
        var again = changed.withLines(lines -> {
            lines.addAll(whole.topics().lines());
            return lines;
        });
        assertThat(Guarantee.allBroken(again)).isEmpty();
    }

    @Test
    void aLostLineIsReported() {
        var lost = LinesInOrder.place(whole.topics().lines().get(7).headers());
        var observed = changed.withLines(lines -> {
            lines.remove(7);
            return lines;
        });
        assertThat(broken(new EveryLineAtLeastOnce(), observed)).containsExactly("a line is missing on lines: " + lost);
    }

    @Test
    void aLineWithAnotherContentIsReported() {
        var line = whole.topics().lines().get(7);
        var observed = changed.withLines(lines -> {
            lines.add(new Observed.Line(
                    line.partition(), line.session(), "{}".getBytes(StandardCharsets.UTF_8), line.headers()));
            return lines;
        });
        assertThat(broken(new EveryLineAtLeastOnce(), observed))
                .containsExactly("a line has another content on lines: " + LinesInOrder.place(line.headers()));
    }

    @Test
    void aLineThatOvertakesAnotherIsReported() {
        var observed = changed.withLines(lines -> {
            lines.add(3, lines.remove(4));
            return lines;
        });
        assertThat(broken(new LinesInOrder(), observed))
                .hasSize(2)
                .allMatch(message -> message.contains("is expected"));
    }

    @Test
    void aSessionInTwoPartitionsIsReported() {
        var line = whole.topics().lines().get(0);
        var observed = changed.withLines(lines -> {
            lines.add(new Observed.Line(line.partition() + 1, line.session(), line.value(), line.headers()));
            return lines;
        });
        assertThat(broken(new LinesInOrder(), observed))
                .containsExactly("session " + line.session() + " is in the partitions " + line.partition() + " and "
                        + (line.partition() + 1));
    }

    @Test
    void aRecordedGapIsReported() {
        var topics = whole.topics();
        var gap = new RejectedLine("f", 5, 0, RejectedBytes.Reason.GAP, null);
        var observed = changed.with(new Observed.Topics(
                topics.lines(),
                List.of(gap),
                topics.turns(),
                topics.invocations(),
                topics.sessions(),
                topics.open(),
                topics.tallies(),
                topics.tokens()));
        assertThat(broken(new LinesInOrder(), observed)).containsExactly("rejected has " + gap);
    }

    @Test
    void twoContentsOfOneRevisionAreReported() {
        var turns = whole.topics().turns();
        var one = turns.get(0);
        var other = Turns.revised(Turns.copyOf("s9", one.value()), 0);
        var observed = changed.withTurns(log -> {
            log.add(new Observed.Logged<>(one.key(), other));
            return log;
        });
        assertThat(broken(new OneContentPerRevision(), observed))
                .anyMatch(message -> message.startsWith("turn " + one.key() + ", revision 0 has two contents: "));
    }

    @Test
    void aRevisionThatComesTwiceAndOneThatIsMissingAreReported() {
        var one = whole.topics().turns().get(0);
        assertThat(broken(new OneContentPerRevision(), changed.withTurns(log -> {
                    log.add(one);
                    return log;
                })))
                .contains("turn " + one.key() + ", revision 0 comes twice");
        assertThat(broken(new OneContentPerRevision(), changed.withTurns(log -> {
                    log.add(new Observed.Logged<>(one.key(), Turns.revised(one.value(), 2)));
                    return log;
                })))
                .containsExactly("turn " + one.key() + ", revision 2 comes where revision 1 is expected");
    }

    @Test
    void aStepInTwoTurnsAndOneInNoneAreReported() {
        var turns = whole.topics().turns();
        var one = turns.get(0);
        var call = one.value().steps().get(0).use().toolUseId();
        var copy = new Observed.Logged<>("s0:9", one.value());
        assertThat(broken(new EveryStepInOneTurn(), changed.withTurns(log -> {
                    log.add(copy);
                    return log;
                })))
                .contains("the call " + call + " is on turns in [" + one.key() + ", s0:9]");
        assertThat(broken(new EveryStepInOneTurn(), changed.withTurns(log -> {
                    log.remove(one);
                    return log;
                })))
                .contains("the call " + call + " is on turns in []");
    }

    @Test
    void aTurnThatDiffersFromTheFilesIsReported() {
        var one = whole.topics().turns().get(0);
        var observed = changed.withTurns(log -> {
            log.add(new Observed.Logged<>(one.key(), Turns.revised(Turns.copyOf("s9", one.value()), 1)));
            return log;
        });
        assertThat(broken(new TurnsEqualFiles(), observed))
                .hasSize(1)
                .allMatch(message -> message.startsWith("the turn " + one.key() + " is "));
    }

    @Test
    void aWrongTallyAndWrongTokensAreReported() {
        var tallies = whole.topics().tallies();
        var tools = new TreeMap<String, Tool>(tallies.tools());
        var gone = tools.firstKey();
        tools.remove(gone);
        var wrong = new FileTallies(tallies.patterns(), tools, tallies.loops(), tallies.desires());
        assertThat(broken(
                        new TalliesEqualTurns(),
                        changed.withTallies(wrong, whole.topics().tokens())))
                .hasSize(1)
                .allMatch(message -> message.startsWith("the tool " + gone + " is null and not "));
        assertThat(broken(new TalliesEqualTurns(), changed.withTallies(tallies, Tokens.ZERO)))
                .hasSize(1)
                .allMatch(message -> message.startsWith("the tokens on usage are "));
    }

    @Test
    void whatIsLeftOfAForgottenSessionIsReported() {
        var observed = new Observed(whole.files(), whole.topics(), whole.received(), Set.of("s2"));
        assertThat(broken(new ForgottenStaysForgotten(), observed))
                .contains("turns has s2:0", "invocations has s2:0/0", "sessions has s2");
        assertThat(broken(new EveryStepInOneTurn(), observed))
                .contains("the call s2-0-0, which no transcript may contain, is on turns in [s2:0]");
    }

    @Test
    void anOpenTurnIsReported() {
        var topics = whole.topics();
        var observed = changed.with(new Observed.Topics(
                topics.lines(),
                topics.rejected(),
                topics.turns(),
                topics.invocations(),
                Map.copyOf(topics.sessions()),
                Set.of("s1"),
                topics.tallies(),
                topics.tokens()));
        assertThat(broken(new TurnsEqualFiles(), observed)).containsExactly("a turn is open on the topic open: s1");
    }
}
