package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Defaults;
import footfall.testkit.FedFile;
import footfall.testkit.Fold;
import footfall.testkit.Shipment;
import footfall.testkit.Transcripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Loops, returns and recoveries of random turns, whichever way their lines arrive. */
class DetoursProperties {
    private static final List<Map<String, Object>> CALLS = List.of(
            call("Read", Map.of("file_path", "/a/b")),
            call("Read", Map.of("file_path", "/a/b", "offset", 7)),
            call("Read", Map.of("file_path", "/a/c")),
            call("Edit", Map.of("old_string", "x", "file_path", "/a/b")),
            call("Edit", Map.of("old_string", "x", "file_path", "/a/c")),
            call("Bash", Map.of("command", "git log")),
            call("Bash", Map.of("command", "cd x && npm test")),
            call("Bash", Map.of()),
            call("mcp__jira__find", Map.of("query", "x")));

    private static Map<String, Object> call(String tool, Map<String, Object> input) {
        return Map.of("type", "tool_use", "name", tool, "input", input);
    }

    /** A prompt and up to 40 lines with a call or two, most of them answered, a quarter with an error. */
    private static Transcripts turn(Random random) {
        var lines = Transcripts.session("s1").prompt(0, "go");
        int count = random.nextInt(40);
        for (int i = 0; i < count; i++) {
            var ids = random.nextInt(5) == 0 ? List.of("t" + i, "u" + i) : List.of("t" + i);
            lines.assistant(
                    2L * i + 1,
                    "m" + i,
                    ids.stream().map(id -> picked(random, id)).toArray());
            for (var id : ids) {
                switch (random.nextInt(8)) {
                    case 0, 1 -> lines.failed(2L * i + 2, id, "Exit code 1");
                    case 2 -> {}
                    default -> lines.result(2L * i + 2, id);
                }
            }
        }
        return lines;
    }

    private static Object picked(Random random, String id) {
        var call = new LinkedHashMap<String, Object>(CALLS.get(random.nextInt(CALLS.size())));
        call.put("id", id);
        return call;
    }

    private static List<Detours> detours(List<Turn> turns) {
        return turns.stream().map(Turn::detours).toList();
    }

    private static List<String> intents(List<Turn> turns) {
        return turns.stream()
                .flatMap(turn -> turn.steps().stream())
                .map(step -> step.use().intent())
                .toList();
    }

    @Property(tries = 150)
    void redactionKeepsThem(@ForAll long seed) {
        var lines = turn(new Random(seed));
        var raw = Fold.turns(lines);
        var redacted = List.copyOf(Shipment.of(lines).turns(Defaults.TURNS).values());
        assertThat(detours(redacted)).isEqualTo(detours(raw));
        assertThat(intents(redacted)).isEqualTo(intents(raw));
    }

    @Property(tries = 100)
    void linesThatComeInPartsOrTwiceEndInTheSame(@ForAll long seed) {
        var random = new Random(seed);
        var file = FedFile.of("transcript.jsonl", turn(random).bytes());
        var fold = Fold.starting();
        int at = 0;
        while (at < file.parts().size()) {
            int to = Math.min(file.parts().size(), at + 1 + random.nextInt(9));
            fold.feed(file.part(random.nextInt(at + 1), to));
            at = to;
            if (random.nextInt(4) == 0) {
                fold.pass(Duration.ofHours(1));
            }
        }
        assertThat(detours(fold.end())).isEqualTo(detours(Fold.files(List.of(file))));
    }

    @Property(tries = 100)
    void theyAreThoseOfAllStepsAlsoWhereStepsAreOmitted(@ForAll long seed) {
        var lines = turn(new Random(seed));
        var rules = new TurnRules(TurnRules.LENGTH_THRESHOLD, 2, TurnRules.Timers.DEFAULTS, Prices.NONE);
        var few = Fold.starting(rules, Fold.NOON).feed(lines).end();
        assertThat(few).allMatch(turn -> turn.steps().size() <= 2);
        assertThat(detours(few)).isEqualTo(detours(Fold.turns(lines)));
    }

    @Property(tries = 50)
    void aRecordHasTheLoopsOfMostExcess(@ForAll long seed) {
        var random = new Random(seed);
        var lines = Transcripts.session("s1").prompt(0, "go");
        int id = 0;
        for (int i = 0; i < 60; i++) {
            int length = 3 + random.nextInt(4);
            for (int k = 0; k < length; k++) {
                var call = Map.of("type", "tool_use", "id", "t" + id, "name", "tool" + i, "input", Map.of());
                lines.assistant(id + 1L, "m" + id, call).failed(id + 1L, "t" + id, "no");
                id++;
            }
        }
        var turn = Fold.turns(lines).get(0);
        var shown = turn.detours();
        assertThat(shown.loops()).hasSize(2 * Detours.LOOPS_MAX);
        assertThat(shown.recoveries()).hasSize(Detours.RECOVERIES_MAX);
        var excess = new ArrayList<Integer>();
        var all = new ArrayList<Integer>();
        shown.loops().subList(0, Detours.LOOPS_MAX).forEach(loop -> excess.add(loop.excess()));
        for (var part : turn.size().pattern().split(" → ")) {
            var tool = part.replace("{2+}", "");
            all.add((int) turn.steps().stream()
                            .filter(step -> step.use().tool().equals(tool))
                            .count()
                    - 1);
        }
        all.sort((a, b) -> b - a);
        excess.sort((a, b) -> b - a);
        assertThat(excess).isEqualTo(all.subList(0, Detours.LOOPS_MAX));
    }
}
