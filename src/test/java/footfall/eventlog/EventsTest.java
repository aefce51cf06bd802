package footfall.eventlog;

import static footfall.testkit.Transcripts.at;
import static footfall.testkit.Transcripts.text;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Fold;
import footfall.testkit.Transcripts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EventsTest {
    private static final LogRules RULES = new LogRules(LogRules.CaseBy.SESSION, LogRules.ActivityBy.TOOL);

    private static List<String> times(Transcripts lines) {
        return Fold.turns(lines).stream()
                .flatMap(turn -> Events.of(turn, RULES, Event.ORDER).stream())
                .map(event -> event.activity() + " " + seconds(event.start()) + " " + seconds(event.complete()) + " "
                        + event.lifecycle())
                .toList();
    }

    private static String seconds(Instant time) {
        return String.valueOf(Duration.between(at(0), time).toMillis() / 1000.0);
    }

    @Test
    void anEventRunsFromItsCallToItsResultAndStandsWhereItCompletes() {
        assertThat(times(Transcripts.session("s")
                        .prompt(0, "go")
                        .assistant(1, "m1", use("Bash", "a"), use("Read", "b"))
                        .result(3, "b")
                        .result(5, "a")))
                .containsExactly("Read 1.0 3.0 complete", "Bash 1.0 5.0 complete");
    }

    @Test
    void aCallWithoutAResultIsOnlyStarted() {
        assertThat(times(Transcripts.session("s").prompt(0, "go").assistant(1, "m1", use("Bash", "a"))))
                .containsExactly("Bash 1.0 1.0 start");
    }

    @Test
    void aCallWithoutATimeHasThatOfTheCallBeforeItOrOfThePrompt() {
        assertThat(times(Transcripts.session("s")
                        .prompt(0, "go")
                        .assistant(1, "m1", use("Read", "a"))
                        .without("timestamp")
                        .assistant(4, "m2", use("Edit", "b"))
                        .assistant(6, "m3", use("Bash", "c"))
                        .without("timestamp")
                        .result(9, "c")
                        .result(10, "b")
                        .without("timestamp")))
                .containsExactly("Read 0.0 0.0 start", "Edit 4.0 4.0 complete", "Bash 4.0 9.0 complete");
    }

    @Test
    void aTurnInWhichNothingHasATimeHasNoEvents() {
        assertThat(times(Transcripts.session("s")
                        .assistant(1, "m1", use("Read", "a"))
                        .without("timestamp")
                        .result(2, "a")
                        .without("timestamp")))
                .isEmpty();
    }

    @Test
    void aResultOlderThanItsCallCompletesItAtOnce() {
        assertThat(times(Transcripts.session("s")
                        .prompt(0, "go")
                        .assistant(5, "m1", use("Read", "a"))
                        .result(3, "a")))
                .containsExactly("Read 5.0 5.0 complete");
    }

    @Test
    void whatIsNoCallIsNoEvent() {
        assertThat(times(Transcripts.session("s")
                        .prompt(0, "go")
                        .add(1, "progress")
                        .add(1, "file-history-snapshot")
                        .assistant(2, "m1", text("well"))
                        .duration(3, 9)))
                .isEmpty();
    }

    @Test
    void inDetailAShellCallIsWhatItIsForAndAnMcpToolItsServersTool() {
        var names = Fold.turns(Transcripts.session("s")
                        .prompt(0, "go")
                        .assistant(
                                1,
                                "m1",
                                bash("a", "git status"),
                                bash("b", "nosuchword"),
                                use("Bash", "c"),
                                use("Read", "d"),
                                use("mcp__my_db__run__query", "e"),
                                use("mcp__half", "f"),
                                use("mcp____x", "g")))
                .get(0)
                .steps()
                .stream()
                .map(LogRules.ActivityBy.DETAIL::nameOf)
                .toList();
        assertThat(names)
                .containsExactly(
                        "Bash:Version Control",
                        "Bash:Other",
                        "Bash",
                        "Read",
                        "mcp:my_db:run__query",
                        "mcp__half",
                        "mcp____x");
    }

    private static Map<String, Object> bash(String id, String command) {
        var use = use("Bash", id);
        use.put("input", Map.of("command", command));
        return use;
    }
}
