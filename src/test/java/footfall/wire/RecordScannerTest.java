package footfall.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.desire.Comparison;
import footfall.desire.StepCoverage;
import footfall.pattern.RecurringLoop;
import footfall.shipper.ListedShipper;
import footfall.testkit.Samples;
import footfall.turn.Turn;
import footfall.view.Coverage;
import footfall.view.FollowsMap;
import footfall.view.OpenTurn;
import footfall.view.Path;
import footfall.view.ToolFold.ToolDetail;
import footfall.view.UsageBill;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The records of answers are read as {@link Json} reads them. */
class RecordScannerTest {
    /** Of answers, beside the records of topics. */
    private static final List<Class<? extends Record>> ANSWERS = List.of(
            Comparison.class,
            Coverage.class,
            FollowsMap.class,
            ListedShipper.class,
            OpenTurn.class,
            Path.class,
            RecurringLoop.class,
            StepCoverage.class,
            ToolDetail.class,
            UsageBill.class);

    private record Listed<T>(List<T> items, String next) {}

    private static Turn read(String json) throws IOException {
        return RecordScanner.of(Turn.class).read(json.getBytes(UTF_8));
    }

    @TestFactory
    Stream<DynamicTest> everyComponentIsReadBack() {
        return Stream.concat(Schemas.RECORDS.values().stream(), ANSWERS.stream())
                .distinct()
                .map(type -> dynamicTest(type.getSimpleName(), () -> {
                    var reader = RecordScanner.of(type);
                    var sample = Samples.of(type);
                    assertThat((Object) reader.read(Json.bytes(sample))).isEqualTo(sample);
                    for (var variant : Samples.variants(sample).values()) {
                        assertThat((Object) reader.read(Json.bytes(variant))).isEqualTo(variant);
                    }
                }));
    }

    @Test
    void aListIsOfTheTypeThatItIsReadWith() throws IOException {
        var turn = (Turn) Samples.of(Turn.class);
        var listed = new Listed<>(List.of(turn, turn), null);
        assertThat(RecordScanner.<Listed<Turn>>of(Listed.class, Turn.class).read(Json.bytes(listed)))
                .isEqualTo(listed);
        assertThat(RecordScanner.<Listed<String>>of(Listed.class, String.class)
                        .read("{\"items\":[\"a\"],\"next\":\"b\"}".getBytes(UTF_8)))
                .isEqualTo(new Listed<>(List.of("a"), "b"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"steps\":[],\"models\":[],\"unpriced_models\":[]}",
                "{\"steps\":[],\"models\":[],\"unpriced_models\":[],\"index\":null,\"long\":null,\"tokens\":null}",
                " {\"turn_id\":\"a\",\"turn_id\":\"b\",\"unknown\":[{\"turn_id\":\"c\"}],\"steps\":[],\"models\":[],"
                        + "\"unpriced_models\":[],\"length\":1,\"length\":2} ",
                "{\"turn_id\":\"\\u00e9\\ud83d\\ude00\\n\",\"steps\":[],\"models\":[],\"unpriced_models\":[],"
                        + "\"duration_ms\":9007199254740993,\"cost_usd\":0.10}",
            })
    void otherFieldsMeanWhatTheyMeanToJson(String json) throws IOException {
        assertThat(read(json)).isEqualTo(Json.read(Turn.class, json.getBytes(UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "\"turn\"",
                "7",
                "{\"steps\":7}",
                "{\"steps\":[[]]}",
                "{\"turn_id\":{}}",
                "{\"turn_id\":7}",
                "{\"index\":\"x\"}",
                "{\"index\":true}",
                "{\"interrupted\":1}",
                "{\"started_at\":\"yesterday\"}",
                "{\"trigger\":\"no such word\"}",
                "{\"turn_id\":\"a\"",
                "{\"steps\":[],\"models\":[],\"unpriced_models\":[]} {}",
                "{}",
                "",
            })
    void whatIsNoSuchRecordIsRefusedWithoutQuotingIt(String json) {
        assertThatThrownBy(() -> read(json)).isInstanceOf(IOException.class).hasMessage("a value is no Turn");
    }
}
