package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each example of {@code topology-docs/transcript-format.md} is read as the page says. */
class TranscriptFormatTest {
    private static final Path PAGE = Path.of("topology-docs", "transcript-format.md");
    private static final Pattern EXAMPLE = Pattern.compile("\n```json (\\S+)\n(.*?)\n```\n", Pattern.DOTALL);
    private static final Pattern FENCE = Pattern.compile("(?m)^```json");

    @Test
    void everyExampleIsReadAsThePageSays() throws IOException {
        var page = Files.readString(PAGE);
        var examples = EXAMPLE.matcher(page).results().toList();
        assertThat(FENCE.matcher(page).results()).hasSameSizeAs(examples);
        var kinds = new TreeSet<String>();
        for (var example : examples) {
            var found = example.group(2).lines().map(TranscriptFormatTest::kind).toList();
            assertThat(found)
                    .as(example.group(2))
                    .isEqualTo(List.of(example.group(1).split(",")));
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
