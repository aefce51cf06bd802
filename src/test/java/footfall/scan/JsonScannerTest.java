package footfall.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonScannerTest {
    @Test
    void fieldsAreReadOrPassedOver() {
        var json = json("{'a':{'b':[1]},'c':['x',{},'y'],'d':7,'a':null}");
        var found = new ArrayList<String>();
        for (json.fields(); json.nextField(); ) {
            var name = json.name();
            if (name.equals("c")) {
                for (json.elements(); json.nextElement(); ) {
                    found.add(json.text());
                }
            } else if (name.equals("d")) {
                found.add(name + json.count());
            } else {
                found.add(name);
            }
        }
        assertThat(found).containsExactly("a", "x", null, "y", "d7", "a");
        assertThat(json.isAtEnd()).isTrue();
    }

    @Test
    void aValueOfAnotherTypeCountsAsAbsent() {
        assertThat(json("7").text()).isNull();
        assertThat(json("''").id()).isNull();
        assertThat(json("'7'").count()).isZero();
        assertThat(json("'7'").whole()).isNull();
        assertThat(json("'7'").amount()).isNull();
        assertThat(json("7").textStart()).isEqualTo(-1);
        assertThat(json("[{'a':1}]").in("a").count()).isZero();
        assertThat(json("{'a':1,'b':2,'a':3}").in("a").count()).isEqualTo(3);
        assertThat(json("{'a':{'b':'c'}}").in("a").in("b").text()).isEqualTo("c");
        var list = json("[1,2]");
        list.fields();
        assertThat(list.nextField()).isFalse();
        assertThat(list.end()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({"7,7", "-7,-7", "1.9,1", "-0,0", "2e3,2000", "9007199254740992,9007199254740992"})
    void aNumberIsReadWithoutItsFraction(String json, long number) {
        assertThat(json(json).whole()).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e400", "-1e400", "9007199254740994"})
    void aNumberThatNoDoubleHoldsExactlyIsOutOfRange(String number) {
        assertFault(InvalidJson.Fault.NUMBER_OUT_OF_RANGE, () -> json(number).count());
        assertThat(json(number).end()).isEqualTo(number.length());
    }

    @Test
    void onlyTheDepthIsLimited() {
        int depth = JsonScanner.NESTING_MAX;
        var deepest = json("[".repeat(depth) + "]".repeat(depth));
        deepest.check();
        assertThat(deepest.end()).isEqualTo(2 * depth);
        assertFault(
                InvalidJson.Fault.TOO_DEEP, () -> json("[".repeat(depth + 1)).check());
        assertFault(
                InvalidJson.Fault.TOO_DEEP, () -> json("[".repeat(depth + 1)).end());
    }

    /** Inside a text, and between the brackets of a value that nobody reads. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'a':'\\x'}",
                "{'a':'\\u12G4'}",
                "{'a':'\t'}",
                "{'a':{'b':tru}}",
                "{'a':{'b' 1 2}}",
                "{'a':{'b':]}",
                "{'a':[1,]}",
                "{'a':[01,+2,.3,NaN]}",
            })
    void theseFaultsAreNotFound(String text) {
        var json = json(text);
        json.fields();
        assertThat(json.nextField("a")).isTrue();
        assertThat(json.nextField()).isFalse();
        assertThat(json.isAtEnd()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"''", "'user'", "'a\\n\\u2019b'", "'no word of at most as many bytes as are known'", "'é'", "7"})
    void aWordIsTheTextAlsoWhenItOccurredBefore(String json) {
        var text = json(json).text();
        assertThat(json(json).word()).isEqualTo(text);
        assertThat(json(json).word()).isEqualTo(text);
    }

    @Test
    void anUnknownEscapeIsTheCharacterItself() {
        assertThat(json("'\\x\\u12G4\\u00e9\\/\\\"'").text()).isEqualTo("xu12G4\u00e9/\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{'a'",
                "{'a':",
                "{'a':1",
                "{'a':1,}",
                "{a:1}",
                "{'a':1 'b':2}",
                "{'a':tru}",
                "{'a':nullx}",
                "{'a':01}",
                "{'a':-}",
                "{'a':1.}",
                "{'a':1e}",
                "{'a':'b}",
                "{'a':'b\\'}",
                "{'a':'b'c'}",
                "{'a':{'b':'c'd'}}",
                "{'a':{'b':'{'c':'d'}}",
                "{'a':[1]",
                "{'a':1]",
            })
    void theseFaultsAreFound(String text) {
        assertFault(InvalidJson.Fault.NOT_JSON, () -> {
            var json = json(text);
            for (json.fields(); json.nextField(); ) {
                json.name();
            }
            json.end();
        });
    }

    @Test
    void aCheckFindsAllFaultsButThoseInTexts() {
        for (var text : List.of("{'a':{'b':tru}}", "[[1,]]", "{'a':{'b' 1 2}}", "[[}]", "[[01]]")) {
            assertFault(InvalidJson.Fault.NOT_JSON, () -> json(text).check());
        }
        json("{'a':[{'b':'\\x'}]}").check();
    }

    private static void assertFault(InvalidJson.Fault fault, Runnable reading) {
        assertThatExceptionOfType(InvalidJson.class).isThrownBy(reading::run).returns(fault, InvalidJson::fault);
    }

    private static JsonScanner json(String text) {
        var bytes = text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return new JsonScanner(bytes, 0, bytes.length);
    }
}
