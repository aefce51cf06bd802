package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.SessionId;
import footfall.pattern.Deltas.Delta;
import footfall.pattern.RunningTally;
import footfall.pattern.Subject;
import footfall.pattern.SubjectPart;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a tally's rows are written to the store below; what they read as is held by the properties. */
class TallyStoreTest {
    private static final byte[] KEY = {1, 1};

    @TempDir
    Path state;

    private final CountedStore kept = new CountedStore();
    private final TallyShell.TallyStore rows = new TallyShell.TallyStore(kept);

    @BeforeEach
    void init() {
        var context = new MockProcessorContext<Void, Void>(new Properties(), new TaskId(0, 0), state.toFile());
        rows.init(context.getStateStoreContext(), rows);
    }

    private byte[] kept() {
        return kept.get(Bytes.wrap(KEY));
    }

    @Test
    void aRowIsWrittenAtTheCommit() {
        rows.put(KEY, new byte[] {1});
        rows.put(KEY, new byte[] {2});
        assertThat(kept()).isNull();
        rows.flushCache();
        assertThat(kept()).containsExactly(2);
        rows.delete(KEY);
        assertThat(kept()).containsExactly(2);
        rows.flushCache();
        assertThat(kept()).isNull();
    }

    @Test
    void aStandbyThatBecomesActiveAgainReadsWhatItRestoredMeanwhile() {
        rows.put(KEY, new byte[] {1});
        rows.flushCache();
        rows.clearCache();
        kept.put(Bytes.wrap(KEY), new byte[] {2});
        rows.clearCache();
        assertThat(rows.get(KEY)).containsExactly(2);
    }

    @Test
    void aPutReadsNothingAndADeltaOfASessionThatIsNewToItsSubjectOneRow() {
        rows.put(number(1), new byte[] {1});
        assertThat(kept.gets()).isZero();
        var tally = new RunningTally(rows, (subject, turns, sessions) -> 0);
        tally.apply(delta("s1"));
        rows.flushCache();
        int before = kept.gets();
        tally.apply(delta("s2"));
        assertThat(kept.gets() - before).isEqualTo(1);
    }

    private static Delta delta(String session) {
        var part = new SubjectPart(Instant.parse("2026-01-01T12:00:00Z"), 1, false, 1, 0, null, null, null, List.of());
        return new Delta(Subject.tool("Read"), session + ":0", new SessionId(session), null, part);
    }

    @Test
    void aScanOfOtherRowsWritesNothing() {
        rows.put(KEY, new byte[] {1});
        assertThat(rows.first(new byte[] {2}, 1)).isEmpty();
        assertThat(kept()).isNull();
        assertThat(rows.last(new byte[] {1}, 1)).hasSize(1);
        assertThat(kept()).containsExactly(1);
    }

    @Test
    void moreRowsThanTheCacheHoldsAreWrittenBeforeTheCommitAndReadBack() {
        int many = 20_000;
        for (int i = 0; i < many; i++) {
            rows.put(number(i), number(i));
        }
        assertThat(kept.approximateNumEntries()).isBetween(1L, many - 1L);
        for (int i = 0; i < many; i++) {
            assertThat(rows.get(number(i))).isEqualTo(number(i));
        }
    }

    private static byte[] number(int number) {
        return ByteBuffer.allocate(5).put((byte) 9).putInt(number).array();
    }

    @Test
    void aTaskThatBeginsAgainWithAnEarlierStateForgetsWhatWasNotCommitted() {
        rows.put(KEY, new byte[] {1});
        rows.flushCache();
        rows.put(KEY, new byte[] {2});
        init();
        assertThat(rows.get(KEY)).containsExactly(1);
        rows.flushCache();
        assertThat(kept()).containsExactly(1);
    }
}
