package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.desire.DesireRules;
import footfall.pattern.Expired;
import footfall.view.Aliases;
import footfall.view.Coverage;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.Shard;
import footfall.view.Shards;
import footfall.wire.Json;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lists of a processor from their newest item, and open turns by the beginning of their session. */
@Timeout(60)
class ServerListsTest extends ServedTurns {
    @Test
    void theNewestComeFirst() throws IOException {
        var url = serve(Optional.empty());
        var all = texts(run("turns", "--server", url, "--json", "--min-length", "0"), "turn_id");
        Collections.reverse(all);
        assertThat(texts(run("turns", "--newest", "--server", url, "--json", "--min-length", "0"), "turn_id"))
                .isEqualTo(all);
        assertThat(texts(
                        run("turns", "--newest", "--top", "2", "--server", url, "--json", "--min-length", "0"),
                        "turn_id"))
                .isEqualTo(all.subList(0, 2));
        assertThat(texts(run("sessions", "--newest", "--top", "1", "--server", url, "--json"), "session_id"))
                .containsExactly("aaaaaa22");
        var files = texts(run("sessions", "--from", folder + "/.claude", "--json"), "session_id");
        Collections.reverse(files);
        assertThat(texts(run("sessions", "--newest", "--from", folder + "/.claude", "--json"), "session_id"))
                .isEqualTo(files);
        assertThat(run("turns", "--newest", "--open", "--server", url).err())
                .startsWith("footfall: --newest lists turns by time; omit --open\n");
        assertThat(run("alerts", "--top", "0", "--server", url).err())
                .startsWith("footfall: --top is 0; expected at least 1\n");
    }

    /** A session of an instance that does not answer may have the same prefix, or be the only one with it. */
    @Test
    void aPrefixIsNotResolvedWhileAnInstanceDoesNotAnswer() {
        var url = serveOneOfTwoInstances();
        var refused = new Terminal.Ran(
                1,
                "",
                "footfall: cannot look up session %s: other:9080 (partition 1) did not answer: no answer in time; try "
                        + "again later\n");
        for (var prefix : List.of("aaaaaa2", "zzz")) {
            var expected = new Terminal.Ran(1, "", refused.err().formatted(prefix));
            assertThat(run("turns", "--session", prefix, "--server", url)).isEqualTo(expected);
            assertThat(run("session", prefix, "--server", url)).isEqualTo(expected);
        }
        assertThat(run("turns", "--session", "aaaaaa22", "--server", url).out()).contains("aaaaaa");
    }

    private String serveOneOfTwoInstances() {
        var rules = new AnswerRules(DesireRules.DEFAULTS, new Aliases(Map.of()), Integer.MAX_VALUE);
        var here = Shards.of(List.of(new ProcessorRecords(folded)));
        var shards = new Shards() {
            @Override
            public <T> Parts<T> ask(Function<Shard, T> question) {
                var away = new Coverage.Missing("other:9080", List.of(1), "no answer in time");
                return new Parts<>(here.ask(question).parts(), List.of(away), List.of(), null);
            }
        };
        server = ProcessorRecords.serve(shards, rules, Optional.empty());
        return server.url();
    }

    @Test
    void anAnswerOfAProcessorThatHasJustStartedSaysWhatItLacks() {
        var rules = new AnswerRules(DesireRules.DEFAULTS, new Aliases(Map.of()), Integer.MAX_VALUE);
        var here = Shards.of(List.of(new ProcessorRecords(folded)));
        server = ProcessorRecords.serve(here, rules, Optional.empty(), "12.3 MB of transcripts are not read yet");
        var says = "footfall: early: 12.3 MB of transcripts are not read yet; ask again in a while\n";
        for (var list : List.of(
                "turns",
                "turns --open",
                "turn aaaaaa22:0",
                "tools",
                "usage",
                "sessions",
                "session aaaaaa22",
                "desires",
                "desires --follows",
                "patterns",
                "alerts",
                "digest")) {
            for (var form : List.of("", " --json")) {
                assertThat(run(words(list + form, "--server", server.url())).err())
                        .as(list + form)
                        .endsWith(says);
            }
        }
        assertThat(run("turns", "--since", "2030-01-01", "--server", server.url())
                        .err())
                .as("an empty answer")
                .startsWith("footfall: no turns")
                .endsWith(says);
    }

    @Test
    void whatTheProcessorDoesNotKeepAnyMoreIsNamedByEveryAnswerThatReachesIt() {
        var expired = new Expired(Instant.parse("2025-07-01T08:00:00Z"), Instant.parse("2025-12-01T00:00:00Z"));
        var here = Shards.of(List.of(new ProcessorRecords(folded)));
        var shards = new Shards() {
            @Override
            public <T> Parts<T> ask(Function<Shard, T> question) {
                return new Parts<>(here.ask(question).parts(), List.of(), List.of(), expired);
            }
        };
        var rules = new AnswerRules(DesireRules.DEFAULTS, new Aliases(Map.of()), Integer.MAX_VALUE);
        server = ProcessorRecords.serve(shards, rules, Optional.empty());
        var says = "footfall: not included: what is from before 2025-12-01T00:00:00Z (the first from "
                + "2025-07-01T08:00:00Z), which the processor does not keep any more (tally_retention); --from reads "
                + "it from the transcripts\n";
        for (var list : List.of(
                "turns",
                "tools",
                "usage",
                "sessions",
                "desires",
                "desires --loops",
                "patterns",
                "patterns --tools",
                "desires --follows")) {
            for (var form : List.of("--json", "--csv", "--table")) {
                var command = new ArrayList<>(List.of(words(list, "--server", server.url())));
                if (!form.equals("--table")) {
                    command.add(form);
                }
                assertThat(run(command.toArray(String[]::new)).err())
                        .as(list + " " + form)
                        .endsWith(says);
            }
            assertThat(run(words(list, "--server", server.url(), "--since", "2025-12-01"))
                            .err())
                    .as(list)
                    .doesNotContain("tally_retention");
        }
        assertThat(run("turns", "--until", "2025-11-01", "--server", server.url())
                        .err())
                .isEqualTo("footfall: no turns: nothing matches the default --min-length 5, --until\n" + says);
    }

    @Test
    void anOpenTurnIsFoundByTheBeginningOfItsSessionAndMarked() throws IOException {
        var url = serve(Optional.empty());
        assertThat(run("turn", "bbb:0", "--server", url).out().lines().toList())
                .as("the heading")
                .anyMatch(line -> line.contains("still open"))
                .noneMatch(line -> line.contains("closed"));
        var json = Json.MAPPER.readTree(
                run("turn", "bbb:0", "--server", url, "--json").out());
        assertThat(json.at("/0/turn_id").asText()).isEqualTo("bbbbbb33:0");
        assertThat(json.at("/0").has("closed_by")).isFalse();
        assertThat(run("turns", "--session", "bbb", "--server", url))
                .isEqualTo(new Terminal.Ran(
                        0, "", "footfall: no turns: nothing matches --session; --open lists its open turn\n"));
        assertThat(run("turns", "--open", "--server", url, "--project", "none").err())
                .isEqualTo("footfall: no open turns: nothing matches --project\n");
        assertThat(run("tools", "--server", url.replace("http:", "https:")).err())
                .isEqualTo("footfall: " + url.replace("http:", "https:") + " answers without TLS; use http://\n");
        assertThat(run("turn", "bbb:7", "--server", url).err())
                .startsWith("footfall: no turn bbb:7. Session bbbbbb33 has these turns: bbbbbb33:0\n");
    }
}
