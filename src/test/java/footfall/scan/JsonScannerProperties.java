package footfall.scan;

import static footfall.scan.JsonComparison.assertThatBothReadTheSame;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.testkit.Pieces;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class JsonScannerProperties {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final List<String> PIECES = List.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\"\"",
            "\\",
            "\\\"",
            "\\\\",
            "\\u00e9",
            "\\ud83d\\ude00",
            "\\n",
            "#",
            "\"name\":",
            "\"a much longer name than one word\":",
            "\"text\"",
            "\"{\\\"a\\\":[\\\"\"",
            "é",
            "😀",
            "\0",
            " ",
            "\t",
            "\r",
            "\n",
            "1",
            "0",
            "-",
            "-0",
            "1.5",
            "12345678901234567",
            "e",
            "E+5",
            ".",
            "true",
            "false",
            "null",
            "tru",
            "{}",
            "[]",
            "{\"a\":{\"b\":[1,2]}}",
            "{\"cut\":\"");

    @Provide
    Arbitrary<byte[]> nearly() {
        return Pieces.joined(Arbitraries.of(PIECES));
    }

    @Property(tries = 2_000)
    void anyBytesAreReadAsJacksonReadsThem(@ForAll byte[] json) {
        assertThatBothReadTheSame(json);
    }

    @Property(tries = 10_000)
    void whatIsNearlyJsonIsReadAsJacksonReadsIt(@ForAll("nearly") byte[] json) {
        assertThatBothReadTheSame(json);
    }

    @Provide
    Arbitrary<Object> values() {
        Arbitrary<Object> scalars = Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(40),
                Arbitraries.strings().withChars('"', '\\', '#', '{', 'n', 'é').ofMaxLength(20),
                Arbitraries.longs(),
                Arbitraries.doubles(),
                Arbitraries.of(true, false));
        return Arbitraries.lazyOf(
                () -> scalars,
                () -> scalars,
                () -> values().list().ofMaxSize(4).map(Object.class::cast),
                () -> Combinators.combine(
                                Arbitraries.strings().ofMaxLength(40).list().ofMaxSize(4), values())
                        .as((names, value) -> {
                            var object = new LinkedHashMap<String, Object>();
                            names.forEach(name -> object.put(name, value));
                            return object;
                        }));
    }

    /** With white space around each bracket, comma and colon outside texts. */
    @Property(tries = 1_000)
    void jsonIsReadAsJacksonReadsIt(
            @ForAll("values") Object value, @ForAll("blanks") String before, @ForAll("blanks") String after)
            throws JsonProcessingException {
        assertThatBothReadTheSame(spaced(JSON.writeValueAsString(value), before, after));
    }

    @Provide
    Arbitrary<String> blanks() {
        return Arbitraries.of("", " ", "\t ", "\r", "\n", "        ");
    }

    private static byte[] spaced(String json, String before, String after) {
        var out = new StringBuilder(before);
        boolean isText = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            isText ^= c == '"';
            boolean isSpaced = !isText && "{}[],:".indexOf(c) >= 0;
            out.append(isSpaced ? before : "").append(c).append(isSpaced ? after : "");
            if (c == '\\') {
                out.append(json.charAt(++i));
            }
        }
        return out.append(after).toString().getBytes(StandardCharsets.UTF_8);
    }
}
