package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.alert.Outage;
import footfall.alert.ProjectCost;
import footfall.alert.TurnAlerts;
import footfall.pattern.Deltas.Delta;
import footfall.pattern.RunningTally;
import footfall.pattern.UsageDelta;
import footfall.pattern.UsageTally;
import footfall.row.RowBytes;
import footfall.row.RowKind;
import footfall.session.SessionFold;
import footfall.testkit.Samples;
import footfall.turn.FoldRows;
import footfall.turn.OpenTurnFold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The bytes of a sample of every kind of stored row are those committed, so that none changes unnoticed. */
class StoredBytesTest {
    private static final Path COMMITTED = Path.of("src/test/resources/rows/bytes.tsv");
    private static final List<RowKind<?>> KINDS = Stream.of(
                    FoldRows.KINDS,
                    List.of(OpenTurnFold.ROW, TurnAlerts.ROW),
                    SessionFold.KINDS,
                    RunningTally.KINDS,
                    UsageTally.KINDS,
                    List.of(Outage.KIND, ProjectCost.KIND, ProjectCost.PART))
            .<RowKind<?>>flatMap(List::stream)
            .toList();

    @Test
    void theBytesAreThoseCommitted() throws IOException {
        var lines = KINDS.stream()
                .map(kind -> kind + "\t" + HexFormat.of().formatHex(bytes(kind, sample(kind))) + "\n")
                .collect(Collectors.joining());
        if (System.getProperty("footfall.accept") != null) {
            Files.writeString(COMMITTED, lines);
        }
        assertThat(COMMITTED)
                .as("raise RowBytes.VERSION if a release has the committed bytes; mvn test -Dfootfall.accept")
                .hasContent(lines);
    }

    @TestFactory
    Stream<DynamicTest> everyComponentIsStored() {
        return KINDS.stream()
                .map(kind -> dynamicTest(kind.toString(), () -> {
                    var sample = sample(kind);
                    assertThat((Object) kind.value(bytes(kind, sample))).isEqualTo(sample);
                    Samples.variants(sample)
                            .forEach((path, variant) -> assertThat((Object) kind.value(bytes(kind, variant)))
                                    .as(path)
                                    .isEqualTo(variant)
                                    .isNotEqualTo(sample));
                }));
    }

    @Test
    void everyComponentOfADeltaIsInItsRecord() {
        var sample = (Delta) Samples.of(Delta.class);
        Samples.variants(sample).forEach((path, variant) -> {
            var delta = (Delta) variant;
            assertThat(Delta.read(delta.subject().key(), delta.bytes()))
                    .as(path)
                    .contains(delta);
            assertThat(delta).as(path).isNotEqualTo(sample);
        });
    }

    @Test
    void everyComponentOfADeltaOfUsageIsInItsRecord() {
        var sample = (UsageDelta) Samples.of(UsageDelta.class);
        Samples.variants(sample).forEach((path, variant) -> {
            var delta = (UsageDelta) variant;
            assertThat(UsageDelta.read(delta.subject().key(), delta.bytes()))
                    .as(path)
                    .contains(delta);
            assertThat(delta).as(path).isNotEqualTo(sample);
        });
    }

    private record Before(String name, Long count) {}

    private record Now(String name, long count, Long other, int number, long sum, boolean isSo) {}

    @Test
    void componentsThatAnEarlierVersionDoesNotHaveAreNullZeroOrFalse() {
        var bytes = RowBytes.of(new Before("a", 7L));
        assertThat(RowBytes.read(bytes, Now.class, "row")).isEqualTo(new Now("a", 7, null, 0, 0, false));
        var damaged = RowBytes.of(new Before("a", null));
        assertThatThrownBy(() -> RowBytes.read(damaged, Now.class, "row")).hasMessage("row is damaged");
    }

    private static Object sample(RowKind<?> kind) {
        return Samples.of(kind.type());
    }

    @SuppressWarnings("unchecked") // The sample is of the kind's type, or the codec throws.
    private static <V> byte[] bytes(RowKind<V> kind, Object value) {
        return kind.bytes((V) value);
    }
}
