package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each example of {@code topology-docs/transcript-format.md} is read as the page says. */
class TranscriptFormatTest {
    private static final Path PAGE = Path.of("topology-docs", "transcript-format.md");
    private static final Pattern EXAMPLE =
            Pattern.compile("\n```json (?:(codex|copilot|opencode):)?(\\S+)\n(.*?)\n```\n", Pattern.DOTALL);
    private static final Pattern FENCE = Pattern.compile("(?m)^```json");

    @Test
    void everyExampleIsReadAsThePageSays() throws IOException {
        var page = Files.readString(PAGE);
        var examples = EXAMPLE.matcher(page).results().toList();
        assertThat(FENCE.matcher(page).results()).hasSameSizeAs(examples);
        var kinds = new TreeSet<String>();
        var files = Map.of(
                "codex", new OneFile("codex", "019b8d4e-a400-7000-8000-000000000001"),
                "copilot", new OneFile("copilot", "5e550000-0000-4000-8000-0000000000aa"),
                "opencode", new OneFile("opencode", "ses_till"));
        for (var example : examples) {
            Function<String, String> kind =
                    example.group(1) == null ? TranscriptFormatTest::kind : files.get(example.group(1))::kind;
            var found = example.group(3).lines().map(kind).toList();
            assertThat(found)
                    .as(example.group(3))
                    .isEqualTo(List.of(example.group(2).split(",")));
            kinds.addAll(found);
        }
        assertThat(kinds)
                .contains(
                        "prompt/human",
                        "prompt/command",
                        "prompt/notification",
                        "prompt/teammate",
                        "prompt/unknown",
                        "assistant",
                        "results",
                        "interrupt",
                        "stop",
                        "duration",
                        "compaction",
                        "link",
                        "text");
    }

    /** The examples of a dialect as one file: a line means what it means after those before. */
    private static final class OneFile {
        private final FileLines lines;
        private final Resolvers resolvers = new Resolvers();
        private final FileId file;

        OneFile(String dialect, String session) {
            var source = Source.file(new SessionId(session), null).in(Dialects.of(dialect));
            this.lines = new FileLines(new LineParser(), source);
            this.file = new FileId(dialect + "/" + session, "a", 0);
        }

        private String kind(String text) {
            var parts = lines.parse(Bytes.of(text.getBytes(StandardCharsets.UTF_8)), 0);
            assertThat(parts).as(text).hasSize(1).allMatch(Parsed.Accepted.class::isInstance);
            var line = ((Parsed.Accepted) parts.get(0)).line();
            if (line instanceof Line.Nothing nothing) {
                return nothing.match(new KindOf());
            }
            var kinds = resolvers.meaning(line, file).events().stream()
                    .map(event -> event.match(new KindOf()).replace(' ', '-'))
                    .toList();
            return kinds.isEmpty() ? "-" : String.join("+", kinds);
        }
    }

    private static String kind(String line) {
        var bytes = Bytes.of(line.getBytes(StandardCharsets.UTF_8));
        var source = Source.file(new SessionId("s1"), null).in(Dialects.begunBy(bytes));
        var parts = new LineParser().parse(bytes, 0, source);
        assertThat(parts).as(line).hasSize(1).allMatch(Parsed.Accepted.class::isInstance);
        return ((Parsed.Accepted) parts.get(0)).line().match(new KindOf());
    }

    @Test
    void thePageBeginsWithWhatItIsAbout() throws IOException {
        var lines = Files.readAllLines(PAGE);
        var keys = new ArrayList<String>();
        for (int i = 1; !lines.get(i).equals("---"); i++) {
            assertThat(lines.get(i)).matches("\\w+: \\S.*");
            keys.add(lines.get(i).split(":")[0]);
        }
        assertThat(lines.get(0)).isEqualTo("---");
        assertThat(keys).containsExactly("title", "description", "keywords");
    }
}
