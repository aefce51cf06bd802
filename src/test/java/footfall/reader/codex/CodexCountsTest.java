package footfall.reader.codex;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Usage;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Of the reports on requests, which ones are new: {@code R} a record, {@code c} a count. */
class CodexCountsTest {
    private long total;

    private CodexEvent.Count record(String response, long output) {
        return new CodexEvent.Count(new Usage(100, output, 7, 0, 50), null, true, response, null, null);
    }

    /** Counts name no writes of the cache; they are a part of the input. */
    private CodexEvent.Count count(long output) {
        total += output;
        var used = new Usage(107, output, 0, 0, 50);
        return new CodexEvent.Count(used, String.valueOf(total), false, null, null, null);
    }

    private CodexEvent.Count count(String response, long output) {
        var count = count(output);
        return new CodexEvent.Count(count.used(), count.total(), false, response, null, null);
    }

    private static List<Boolean> areNew(CodexEvent.Count... reports) {
        var counts = new CodexCounts();
        return Stream.of(reports).map(counts::isNew).toList();
    }

    @Test
    void aRecordAndACountOfARequestAreOneInEitherOrder() {
        assertThat(areNew(record("r1", 3), count(3), record("r2", 3), count(3)))
                .containsExactly(true, false, true, false);
        assertThat(areNew(count(3), record("r1", 3), count(3), record("r2", 3)))
                .containsExactly(true, false, true, false);
    }

    @Test
    void aResponseCountsOnceHoweverOftenItIsReported() {
        assertThat(areNew(record("r1", 3), record("r1", 3), count("r1", 3), record("r1", 3)))
                .containsExactly(true, false, false, false);
        assertThat(areNew(count("r1", 3), count("r1", 3), record("r1", 3))).containsExactly(true, false, false);
    }

    @Test
    void countsWithoutRecordsAreNewAsTheirTotalsAre() {
        var same = count(3);
        assertThat(areNew(record("r1", 3), same, same, count(3), count(3)))
                .containsExactly(true, false, false, true, true);
    }

    @Test
    void aCountPairsWithTheRecordOfItsTokensPastOthersWithoutACount() {
        assertThat(areNew(record("r1", 3), record("r2", 4), count(4), count(3)))
                .containsExactly(true, true, false, true);
    }

    @Test
    void aRecordIsNoPairOfACountBeforeAnotherReport() {
        assertThat(areNew(count(3), count(4), record("r1", 3))).containsExactly(true, true, true);
    }
}
