package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Outage;
import footfall.alert.TurnAlerts;
import footfall.row.RowKey;
import footfall.row.RowKind;
import footfall.session.SessionFold;
import footfall.testkit.Release;
import footfall.testkit.StoredRow;
import footfall.turn.FoldRows;
import footfall.turn.OpenTurnFold;
import footfall.wire.Channels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rows that each release stored, byte for byte, are read by this build. */
class ReleasedRowsTest {
    /** Outage rows of the tally; its other kinds are in the test of the package pattern. */
    private static final byte OUTAGE = 20;

    private static final byte TURN = 1;
    private static final Instant EARLIEST = Instant.parse("2026-01-01T00:00:00Z");
    private static final Set<Byte> DEADLINES = Set.of((byte) 126, (byte) 127);

    @TempDir
    Path folder;

    static List<Release> releases() {
        return Release.all();
    }

    private static List<StoredRow> rows(Release release, String store) {
        return StoredRow.of(release).stream()
                .filter(row -> row.store().equals(store))
                .toList();
    }

    private static Stream<RowKind<?>> kinds() {
        return Stream.concat(
                FoldRows.KINDS.stream(),
                Stream.concat(Stream.of(OpenTurnFold.ROW, TurnAlerts.ROW), SessionFold.KINDS.stream()));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void everyRowIsRestored(Release release) {
        assertThat(StoredRow.of(release))
                .isNotEmpty()
                .allMatch(row ->
                        RestoreConsumer.check("x-" + row.store() + "-changelog").isRow(row.key(), row.value()));
    }

    static List<Release> releasesWithRows() {
        return Release.all().stream()
                .filter(release -> Files.exists(release.rows()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("releasesWithRows")
    void theFileOfRowsIsWhatTheStoresContain(Release release) throws IOException {
        var stored = StoredRow.below(release.unpack(folder).data().resolve("streams")).stream()
                .map(row -> row + "\n")
                .collect(Collectors.joining());
        assertThat(Files.readString(release.rows())).isEqualTo(stored);
    }

    @ParameterizedTest
    @MethodSource("releases")
    void everyRowOfTheAssemblerIsReadAndKeptWhenItIsWrittenAgain(Release release) {
        for (var row : rows(release, "assembler")) {
            if (!DEADLINES.contains(row.code())) {
                assertKept(kindOf(row), row);
            }
        }
    }

    private static RowKind<?> kindOf(StoredRow row) {
        return kinds().filter(kind -> kind.code() == row.code()).findFirst().orElseThrow();
    }

    @Test
    void everyKindIsInARelease() {
        assertThat(releases().stream()
                        .flatMap(release -> rows(release, "assembler").stream())
                        .filter(row -> !DEADLINES.contains(row.code()))
                        .map(row -> kindOf(row).toString())
                        .collect(Collectors.toSet()))
                .isEqualTo(kinds().filter(kind -> kind != FoldRows.USER_FORGETS // No request was made.
                                && kind != OpenTurnFold.ROW) // Timers have closed the turns.
                        .map(RowKind::toString)
                        .collect(Collectors.toSet()));
    }

    private static <V> void assertKept(RowKind<V> kind, StoredRow row) {
        assertThat(RowKey.parse(kind, row.key()).bytes()).isEqualTo(row.key());
        var value = kind.value(row.value());
        var rewritten = kind.bytes(value);
        assertThat(kind.bytes(kind.value(rewritten))).as(row.toString()).isEqualTo(rewritten);
        if (rewritten[0] == row.value()[0]) {
            assertThat(rewritten).as("the same version has the same bytes").isEqualTo(row.value());
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void everyTurnOfTheTurnLogIsRead(Release release) {
        var turns = Channels.TURNS.value().deserializer();
        var stored = rows(release, "turn-log").stream()
                .filter(row -> row.code() == TURN)
                .toList();
        assertThat(stored).isNotEmpty();
        for (var row : stored) {
            var turn = turns.deserialize("turns", row.value());
            assertThat(new String(row.key(), Byte.BYTES + Long.BYTES, row.key().length - Byte.BYTES - Long.BYTES))
                    .isEqualTo(turn.id().turnId());
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void everyOutageIsRead(Release release) {
        var stored = rows(release, "tally").stream()
                .filter(row -> row.code() == OUTAGE)
                .toList();
        assertThat(stored).isNotEmpty();
        for (var row : stored) {
            var outage = Outage.KIND.value(row.value());
            assertThat(outage.failures()).isSorted().allMatch(at -> at.isAfter(EARLIEST));
            assertThat(Outage.KIND.bytes(outage)).isEqualTo(row.value());
        }
    }
}
