package footfall.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.testkit.Samples;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every component of a published record is in its JSON, and read back from it. */
class JsonComponentsTest {
    @TestFactory
    Stream<DynamicTest> aChangeReachesTheJson() {
        return Schemas.RECORDS.entrySet().stream()
                .map(record -> dynamicTest(record.getKey(), () -> {
                    var sample = Samples.of(record.getValue());
                    Samples.variants(sample).forEach((path, variant) -> {
                        assertThat((Object) Json.read(record.getValue(), Json.bytes(variant)))
                                .as(path)
                                .isEqualTo(variant);
                        assertThat(Json.bytes(variant)).as(path).isNotEqualTo(Json.bytes(sample));
                    });
                }));
    }
}
