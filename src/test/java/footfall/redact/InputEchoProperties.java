package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Bytes;
import footfall.redact.FirstLine.InputEcho;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What a line repeats of an input, against the same said in the plainest way. */
class InputEchoProperties {
    /** Few letters, so that runs come back; and pieces of one text, so that long ones do. */
    @Provide
    Arbitrary<String> texts() {
        var pieces = Arbitraries.of(
                "The Quick Brown Fox Jumps",
                "ÄÖ – over it",
                "aaaaaaaaaaaaaaaaaaaaaaaa",
                "a",
                "b",
                "lazy dog, lazy dog, lazy dog");
        return pieces.list().ofMaxSize(6).map(list -> String.join("", list));
    }

    @Property
    void everyRunOfTheLineThatStandsInTheInputIsFoundAndNoOther(
            @ForAll("texts") String line, @ForAll("texts") String said) {
        var json = Bytes.of(("{\"command\":\"" + said + "\"}").getBytes(StandardCharsets.UTF_8));
        assertThat(InputEcho.in(line, json))
                .isEqualTo(plainly(line.toLowerCase(Locale.ROOT), said.toLowerCase(Locale.ROOT)));
    }

    private static BitSet plainly(String line, String said) {
        var repeated = new BitSet();
        for (int i = 0; i + InputEcho.RUN_MIN <= line.length(); i++) {
            if (said.contains(line.substring(i, i + InputEcho.RUN_MIN))) {
                repeated.set(i, i + InputEcho.RUN_MIN);
            }
        }
        return repeated;
    }
}
