package footfall.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Outage;
import footfall.alert.ProjectCost;
import footfall.alert.TurnAlerts;
import footfall.pattern.RunningTally;
import footfall.pattern.UsageTally;
import footfall.row.RowBytes;
import footfall.row.RowKind;
import footfall.session.SessionFold;
import footfall.turn.FoldRows;
import footfall.turn.OpenTurnFold;
import java.util.List;
import java.util.stream.Stream;

/**
 * Input: the bytes of a row. To each kind they are a value, or garbage, or of another version; a value is written as
 * bytes that give the same bytes again.
 */
public final class RowsFuzz {
    private static final List<RowKind<?>> KINDS = Stream.of(
                    FoldRows.KINDS,
                    List.of(OpenTurnFold.ROW, TurnAlerts.ROW, Outage.KIND, ProjectCost.KIND, ProjectCost.PART),
                    SessionFold.KINDS,
                    RunningTally.KINDS,
                    UsageTally.KINDS)
            .<RowKind<?>>flatMap(List::stream)
            .toList();

    private RowsFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        for (var kind : KINDS) {
            try {
                assertStable(kind, data);
            } catch (RowBytes.UnsupportedVersion other) {
                assertThat(other).hasMessageContaining("this footfall");
            }
        }
    }

    private static <V> void assertStable(RowKind<V> kind, byte[] value) {
        var read = RowBytes.tried(() -> kind.value(value));
        if (read.isPresent()) {
            var bytes = kind.bytes(read.get());
            assertThat(kind.bytes(kind.value(bytes))).as(kind.toString()).isEqualTo(bytes);
        }
    }
}
