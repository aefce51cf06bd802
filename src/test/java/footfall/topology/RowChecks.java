package footfall.topology;

import java.util.List;
import java.util.stream.Stream;

/** What each store accepts when it is restored, for tests of other packages. */
public final class RowChecks {
    /** Whether bytes are a row of a store; throws {@link footfall.row.UnsupportedVersion}. */
    public interface Check {
        boolean isRow(byte[] key, byte[] value);
    }

    private static final List<Check> ALL = Stream.of(Tables.ASSEMBLER, Tables.TALLY, Tables.TURN_LOG)
            .map(table -> RestoreConsumer.check(table.changelog("")))
            .<Check>map(check -> check::isRow)
            .toList();

    private RowChecks() {}

    public static List<Check> all() {
        return ALL;
    }
}
