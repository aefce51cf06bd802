package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.alert.Outage;
import footfall.alert.TurnAlerts;
import footfall.line.Hashes;
import footfall.pattern.Delta;
import footfall.pattern.RunningTally;
import footfall.pattern.UsageDelta;
import footfall.pattern.UsageTally;
import footfall.row.RowKind;
import footfall.session.SessionFold;
import footfall.testkit.Samples;
import footfall.turn.Call;
import footfall.turn.Emitted;
import footfall.turn.FoldRows;
import footfall.turn.Head;
import footfall.turn.MessageUsage;
import footfall.turn.OpenTurnFold;
import footfall.turn.StepRow;
import footfall.turn.Trail;
import footfall.turn.UserForgets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
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
                    List.of(Outage.KIND))
            .<RowKind<?>>flatMap(List::stream)
            .toList();

    /** What a row of each kind is; the records of some packages are their own. */
    private static final Map<String, Class<?>> VALUES = Map.ofEntries(
            Map.entry("trail", Trail.class),
            Map.entry("step", StepRow.class),
            Map.entry("usage", MessageUsage.class),
            Map.entry("emitted", Emitted.class),
            Map.entry("past", Head.class),
            Map.entry("call", Call.class),
            Map.entry("parent", String.class),
            Map.entry("project", String.class),
            Map.entry("user forgets", UserForgets.class),
            Map.entry("seen lines", Hashes.class),
            Map.entry("price list", String.class),
            Map.entry("shown turn", named("turn.ShownTurn")),
            Map.entry("raised", named("alert.TurnRow")),
            Map.entry("session", named("session.SessionRow")),
            Map.entry("session usage", MessageUsage.class),
            Map.entry("session subagent", named("session.SubagentPart")),
            Map.entry("session call", String.class),
            Map.entry("tally total", named("pattern.Total")),
            Map.entry("tally share", named("pattern.Sums")),
            Map.entry("tally session", Long.class),
            Map.entry("tally member", named("pattern.Member")),
            Map.entry("tally way", Long.class),
            Map.entry("tally way rank", Long.class),
            Map.entry("usage total", named("pattern.UsageTally$UsageTotal")),
            Map.entry("usage member", named("pattern.Spent")),
            Map.entry("outage", Outage.class));

    private static Class<?> named(String type) {
        try {
            return Class.forName("footfall." + type);
        } catch (ClassNotFoundException gone) {
            throw new IllegalStateException(gone);
        }
    }

    @Test
    void everyKindSaysWhatItsRowsAre() {
        assertThat(KINDS).extracting(RowKind::toString).containsExactlyInAnyOrderElementsOf(VALUES.keySet());
    }

    @Test
    void theBytesAreThoseCommitted() throws IOException {
        var lines = KINDS.stream()
                .map(kind -> kind + "\t" + HexFormat.of().formatHex(bytes(kind, sample(kind))) + "\n")
                .collect(Collectors.joining());
        if (System.getProperty("footfall.accept") != null) {
            Files.writeString(COMMITTED, lines);
        }
        assertThat(COMMITTED)
                .as("raise RowKind.VERSION if a release has the committed bytes; mvn test -Dfootfall.accept")
                .hasContent(lines);
    }

    @TestFactory
    Stream<DynamicTest> everyComponentIsStored() {
        return KINDS.stream()
                .map(kind -> dynamicTest(kind.toString(), () -> {
                    var sample = sample(kind);
                    assertThat((Object) kind.decode(bytes(kind, sample))).isEqualTo(sample);
                    Samples.variants(sample)
                            .forEach((path, variant) -> assertThat((Object) kind.decode(bytes(kind, variant)))
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

    private static Object sample(RowKind<?> kind) {
        return Samples.of(VALUES.get(kind.toString()));
    }

    @SuppressWarnings("unchecked") // The sample is of the kind's type, or the codec throws.
    private static <V> byte[] bytes(RowKind<V> kind, Object value) {
        return kind.bytes((V) value);
    }
}
