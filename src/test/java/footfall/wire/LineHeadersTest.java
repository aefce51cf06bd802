package footfall.wire;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.FileId;
import footfall.line.Ids;
import footfall.line.SkippedTurns;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** What stands beside a line on the topic. */
class LineHeadersTest {
    private static final LineHeaders FULL = new LineHeaders(
            new FileId("claude/s@x/a", "9f86d081884c7d65", 2),
            70,
            35,
            "bóx",
            "ada",
            "s0",
            new SkippedTurns(5, true, "s0 of s9"),
            -2L,
            -3L);
    private static final LineHeaders BARE =
            new LineHeaders(new FileId("claude/s", "00", 0), 0, -1, null, null, null, null);

    private static Headers headers(LineHeaders fields) {
        var headers = new RecordHeaders();
        fields.addTo(headers);
        return headers;
    }

    private static List<String> texts(Headers headers) {
        var texts = new ArrayList<String>();
        headers.forEach(header -> texts.add(header.key() + "=" + new String(header.value(), StandardCharsets.UTF_8)));
        return texts;
    }

    @Test
    void everythingIsAHeaderInUtf8() {
        assertThat(texts(headers(FULL)))
                .containsExactly(
                        "footfall.schema=2",
                        "footfall.file=claude/s@x/a@9f86d081884c7d65.2",
                        "footfall.host=bóx",
                        "footfall.user=ada",
                        "footfall.copied-from=s0",
                        "footfall.parent=fffffffffffffffe",
                        "footfall.sender=fffffffffffffffd",
                        "footfall.skipped=5 prompted",
                        "footfall.skipped-owner=s0 of s9",
                        "footfall.previous=35",
                        "footfall.offset=70");
        assertThat(texts(headers(BARE)))
                .containsExactly(
                        "footfall.schema=2",
                        "footfall.file=claude/s@00.0",
                        "footfall.previous=-1",
                        "footfall.offset=0");
    }

    @Test
    void theyAreReadBackAsTheyWereAlsoAmongOthers() {
        assertThat(LineHeaders.of(headers(FULL).add("traceparent", new byte[] {1})))
                .contains(FULL);
        assertThat(LineHeaders.of(headers(BARE).add("footfall.newer", null))).contains(BARE);
    }

    @Test
    void whatIsMissingMalformedOrNewerIsNothing() {
        assertThat(LineHeaders.of(new RecordHeaders())).isEmpty();
        for (var name : List.of("schema", "file", "offset", "previous")) {
            assertThat(LineHeaders.of(headers(FULL).remove("footfall." + name)))
                    .as(name)
                    .isEmpty();
            assertThat(LineHeaders.of(headers(FULL).add("footfall." + name, null)))
                    .as(name)
                    .isEmpty();
            assertThat(LineHeaders.of(headers(FULL).add("footfall." + name, new byte[] {'?'})))
                    .as(name)
                    .isEmpty();
        }
        assertThat(with("schema", "3")).isEmpty();
        assertThat(with("offset", "-1")).isEmpty();
        assertThat(with("previous", "70")).isEmpty();
        assertThat(with("previous", "-2")).isEmpty();
        assertThat(with("parent", "s0")).isEmpty();
    }

    @Test
    void aNameThatIsLongerThanAnyShipperWritesIsBoundedAndSuchAFileIsNothing() {
        var longName = "x".repeat(100_000);
        for (var name : List.of("host", "user", "copied-from", "skipped-owner")) {
            var read = with(name, longName).orElseThrow();
            assertThat(List.of(
                            read.host(),
                            read.user(),
                            read.copiedFrom(),
                            read.skipped().copyOf()))
                    .as(name)
                    .contains(Ids.bounded(longName))
                    .doesNotContain(longName);
        }
        var file = new FileId(
                "claude/" + Ids.bounded("s".repeat(999)) + "/" + Ids.bounded("a".repeat(999)),
                "9f86d081884c7d65",
                Integer.MAX_VALUE);
        assertThat(with("file", file.toString())).isPresent();
        assertThat(with("file", "x".repeat(300) + file)).isEmpty();
    }

    private static java.util.Optional<LineHeaders> with(String name, String text) {
        return LineHeaders.of(headers(FULL).add("footfall." + name, text.getBytes(StandardCharsets.UTF_8)));
    }
}
