package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AbsurdLinesTest {
    @Test
    void aLineOfNulBytesAloneIsRejectedAndAnEmptyOneIsNothing() {
        assertThat(rejection("\0\0 \0")).isEqualTo("only-nul-bytes at 7, 4 bytes");
        assertThat(rejection("")).isNull();
        assertThat(rejection(" \t\r")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e400", "-1e400", "1e300", "9007199254740994"})
    void aNumberThatNoTranscriptCanMeanIsNamed(String number) {
        var line = "{\"type\":\"system\",\"subtype\":\"turn_duration\",\"durationMs\":" + number + "}";
        assertThat(rejection(line)).isEqualTo("number-out-of-range at 7, " + line.length() + " bytes");
        var usage = "{\"type\":\"assistant\",\"message\":{\"usage\":{\"output_tokens\":" + number + "}}}";
        assertThat(rejection(usage)).isEqualTo("number-out-of-range at 7, " + usage.length() + " bytes");
    }

    @Test
    void aNumberOfThreeThousandDigitsIsNamedWhereItIsReadOnly() {
        var digits = "7".repeat(3_000);
        assertThat(rejection("{\"type\":\"system\",\"subtype\":\"turn_duration\",\"durationMs\":" + digits + "}"))
                .startsWith("number-out-of-range at 7");
        assertThat(rejection("{\"type\":\"system\",\"unread\":" + digits + "}")).isNull();
    }

    /** What both ways of reading say of a line that begins at 7; null when they reject nothing. */
    private static String rejection(String text) {
        var raw = Bytes.of(text.getBytes(StandardCharsets.UTF_8));
        var source = Source.file(new SessionId("s"), null);
        var parsed = new LineParser().parse(raw, 7, source);
        var lent = new ArrayList<Parsed>();
        new LineParser().each(raw, 7, source, (part, details) -> lent.add(part));
        assertThat(lent).isEqualTo(parsed);
        return parsed.stream()
                .filter(RejectedBytes.class::isInstance)
                .map(RejectedBytes.class::cast)
                .map(bad -> bad.reason().word() + " at " + bad.offset() + ", " + bad.length() + " bytes")
                .findFirst()
                .orElse(null);
    }
}
