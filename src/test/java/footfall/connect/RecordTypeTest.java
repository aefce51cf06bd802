package footfall.connect;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.wire.Channels;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;

/** The keys of every channel as Connect gets them. */
class RecordTypeTest {
    private static FootfallConverter keys(String topicPrefix) {
        var converter = new FootfallConverter();
        converter.configure(Map.of("topic.prefix", topicPrefix), true);
        return converter;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void keysAreStructsOfTheFieldsThatIdentifyARecord() {
        var keys = keys("team.");
        var read = Channels.all().stream().map(channel -> {
            var key = keys.toConnectData("team." + channel.name(), utf8("s1/a1:0/12"));
            assertThat(key.schema().name()).endsWith(".key");
            return channel.name() + " " + key.value();
        });
        assertThat(read)
                .containsExactly(
                        "lines Struct{session_id=s1/a1:0/12}",
                        "turns Struct{turn_id=s1/a1:0/12}",
                        "invocations Struct{turn_id=s1/a1:0,turn_sequence=12}",
                        "alerts Struct{session_or_tool=s1/a1:0/12}",
                        "open Struct{trail=s1/a1:0/12}",
                        "sessions Struct{session_id=s1/a1:0/12}",
                        "patterns Struct{pattern=s1/a1:0/12}",
                        "tools Struct{tool=s1/a1:0/12}",
                        "loops Struct{id=s1/a1:0/12}",
                        "desires Struct{id=s1/a1:0/12}",
                        "usage Struct{id=s1/a1:0/12}",
                        "rejected Struct{file_id=s1/a1:0/12}",
                        "undelivered Struct{session_or_tool=s1/a1:0/12}",
                        "exported Struct{turn_id=s1/a1:0,group=12}",
                        "shippers Struct{shipper_id=s1/a1:0/12}",
                        "remedies Struct{id=s1/a1:0/12}");
    }

    @Test
    void aLongTextInAKeyIsShortenedToFitIntoAnIndex() {
        var longest = "é".repeat(1_000);
        assertThat(pattern(longest)).isEqualTo(longest);
        // The whole of "→" is left out: the limit is inside it.
        var start = "x".repeat(1_899);
        assertThat(pattern(start + "→ Read" + "x".repeat(20_000))).isEqualTo(start + "…c5f132b84cce916f");
        assertThat(pattern(start + "→ Edit" + "x".repeat(20_000)))
                .startsWith(start + "…")
                .isNotEqualTo(pattern(start + "→ Read" + "x".repeat(20_000)));
        var turn = "\uFFFD".repeat(256) + "/" + "\uFFFD".repeat(256) + ":0";
        var key = keys("footfall.").toConnectData("footfall.invocations", utf8(turn + "/12"));
        assertThat(key.value()).hasToString("Struct{turn_id=" + turn + ",turn_sequence=12}");
    }

    private static String pattern(String pattern) {
        var key = keys("footfall.").toConnectData("footfall.patterns", utf8(pattern));
        return ((Struct) key.value()).getString("pattern");
    }
}
