package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class Utf8WriterTest {
    @Property
    void whateverIsWrittenInWhateverPiecesIsWhatTheJdkWrites(@ForAll("texts") List<String> texts, @ForAll long seed)
            throws IOException {
        assertThat(written(texts, seed, true)).isEqualTo(written(texts, seed, false));
    }

    @Test
    void aTextLongerThanTheBufferStandsBehindWhatCameBeforeIt() throws IOException {
        var texts = List.of("a", "é".repeat(50_000), "b", "x".repeat(65_536), "c");
        assertThat(new String(written(texts, 0, true), StandardCharsets.UTF_8)).isEqualTo(String.join("", texts));
    }

    @Test
    void whatIsFlushedIsThere() throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new Console.Utf8Writer(bytes)) {
            out.write("said");
            assertThat(bytes.size()).isZero();
            out.flush();
            assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("said");
        }
    }

    /** Halves of pairs too, whole and alone. */
    @Provide
    Arbitrary<List<String>> texts() {
        return Arbitraries.strings()
                .withChars('a', '\n', 'é', '→', '\uD83D', '\uDE00')
                .ofMaxLength(6)
                .list()
                .ofMaxSize(12);
    }

    private static byte[] written(List<String> texts, long seed, boolean isOurs) throws IOException {
        var random = new Random(seed);
        var bytes = new ByteArrayOutputStream();
        try (var out = isOurs ? new Console.Utf8Writer(bytes) : new OutputStreamWriter(bytes, StandardCharsets.UTF_8)) {
            for (var text : texts) {
                write(out, text, random.nextInt(4));
            }
        }
        return bytes.toByteArray();
    }

    private static void write(Writer out, String text, int way) throws IOException {
        switch (way) {
            case 0 -> out.write(text);
            case 1 -> out.write("<" + text + ">", 1, text.length());
            case 2 -> out.write(("<" + text).toCharArray(), 1, text.length());
            default -> {
                for (int i = 0; i < text.length(); i++) {
                    out.write(text.charAt(i));
                }
            }
        }
    }
}
