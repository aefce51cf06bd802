package footfall.topology;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.line.RejectedBytes;
import footfall.row.RowBytes;
import footfall.row.UnsupportedVersion;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.StoredRow;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.wire.RejectedLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which records of a changelog are restored; the others are named in {@code rejected} by their place. */
class RestoredRowsTest {
    private static final List<String> STORIES = List.of("codex-fork", "how-calls-fail", "subagent-links", "two-stops");
    private static final byte[] HUGE = {RowBytes.VERSION, -1, -1, -1, -1, 7};

    @TempDir
    Path state;

    /** The rows of all stores after some stories. */
    private List<StoredRow> rows() {
        var rows = new ArrayList<StoredRow>();
        for (var name : STORIES) {
            var sent = Shipment.of(Story.of(Story.ALL.resolve(name))).records();
            try (var driver = new Driver(Defaults.TOPOLOGY, state.resolve(name), Transcripts.START)) {
                driver.arrive(sent).advance(PunctuationSchedule.QUICK);
                for (var store : Tables.all()) {
                    driver.rows(store).forEach(row -> rows.add(new StoredRow(store.name(), row.key.get(), row.value)));
                }
            }
        }
        assertThat(rows.stream().map(StoredRow::store).distinct())
                .hasSize(Tables.all().size());
        return rows;
    }

    private static boolean isRestored(String store, byte[] key, byte[] value) {
        return RestoreConsumer.check("footfall-" + store + "-changelog").isRow(key, value);
    }

    @Test
    void garbageIsNotRestored() {
        for (var store : Tables.all()) {
            for (var key : List.of(
                    "garbage".getBytes(US_ASCII),
                    new byte[0],
                    new byte[] {0},
                    new byte[] {1},
                    new byte[] {127, 1},
                    new byte[] {-1, 0, 0},
                    new byte[] {1, 's', 0, 0},
                    new byte[] {20, 's'})) {
                for (var value :
                        List.of("garbage".getBytes(US_ASCII), new byte[0], new byte[] {RowBytes.VERSION}, HUGE)) {
                    assertThat(isRestored(store.name(), key, value))
                            .as(store.name() + Arrays.toString(key) + Arrays.toString(value))
                            .isFalse();
                }
            }
        }
    }

    @Test
    void aWholeRowUnderAnotherKeyOrWithOtherBytesIsNotRestored() {
        for (var row : rows()) {
            var longer = Arrays.copyOf(row.key(), row.key().length + 3);
            longer[longer.length - 1] = -1;
            assertThat(isRestored(row.store(), row.key(), "garbage".getBytes(US_ASCII)))
                    .as(row.toString())
                    .isFalse();
            if (row.value().length > 0 && !isLogged(row)) {
                assertThat(isRestored(row.store(), row.key(), Arrays.copyOf(row.value(), row.value().length + 1)))
                        .as(row.toString())
                        .isFalse();
            }
            if (row.store().equals("assembler")) {
                assertThat(isRestored(row.store(), longer, row.value()))
                        .as(row.toString())
                        .isFalse();
            }
        }
    }

    /** A turn is JSON, which may have white space behind it. */
    private static boolean isLogged(StoredRow row) {
        return row.store().equals("turn-log");
    }

    @Test
    void damagedRowsAreRestoredLeftOutOrOfAnotherVersion() {
        var rows = rows();
        var random = new Random(11);
        int leftOut = 0;
        for (int i = 0; i < 50_000; i++) {
            var row = rows.get(random.nextInt(rows.size()));
            try {
                leftOut +=
                        isRestored(row.store(), Damage.damaged(random, row.key()), Damage.damaged(random, row.value()))
                                ? 0
                                : 1;
            } catch (UnsupportedVersion other) {
                assertThat(other).hasMessageContaining("this footfall");
            }
        }
        assertThat(leftOut).isPositive();
    }

    @Test
    void aRowOfAnotherVersionOrOfAnUnknownKindStops() {
        assertThatThrownBy(() -> isRestored("assembler", new byte[] {1, 's', 0, 0}, new byte[] {31, 9}))
                .isInstanceOf(UnsupportedVersion.class)
                .hasMessage("a trail row has version 31, and this footfall reads only version " + RowBytes.VERSION);
        assertThatThrownBy(() -> isRestored("assembler", new byte[] {14, 's', 0, 0}, new byte[] {1, 9}))
                .isInstanceOf(UnsupportedVersion.class)
                .hasMessage("a row has kind 14, which this footfall does not know");
        assertThatThrownBy(() -> isRestored("tally", new byte[] {1, 1}, new byte[] {2, 9}))
                .isInstanceOf(UnsupportedVersion.class)
                .hasMessage(
                        "a tally total row has version 2, and this footfall reads only version " + RowBytes.VERSION);
    }

    @Test
    void eachShellReportsWhatIsMissingInItsStoreOnce() {
        var context = Tasks.alone();
        for (var store : Tables.all()) {
            var changelog = new TopicPartition(store.changelog("driver"), 0);
            context.unreadable().add(changelog, 7, 3);
            context.unreadable().add(changelog, 7, 3);
            context.unreadable().add(new TopicPartition(store.changelog("driver"), 1), 9, 3);
        }
        try (var driver = new Driver(Defaults.TOPOLOGY, context, state, Transcripts.START)) {
            driver.advance(PunctuationSchedule.QUICK).advance(PunctuationSchedule.QUICK);
            var expected = new ArrayList<RejectedLine>();
            for (var store : Tables.all()) {
                expected.add(new RejectedLine(
                        "driver-" + store.name() + "-changelog-0", 7, 3, RejectedBytes.Reason.UNREADABLE, null));
            }
            assertThat(driver.rejected()).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void theLastOfTooManyStandsForAllThatFollow() {
        var rows = new UnreadableRows();
        var changelog = new TopicPartition("x-tally-changelog", 2);
        for (int i = 0; i < UnreadableRows.ROWS_MAX + 5; i++) {
            rows.add(changelog, i, 2);
        }
        var taken = rows.drain(changelog);
        assertThat(taken).hasSize(UnreadableRows.ROWS_MAX);
        assertThat(taken.get(0))
                .isEqualTo(new RejectedLine("x-tally-changelog-2", 0, 2, RejectedBytes.Reason.UNREADABLE, null));
        assertThat(taken.get(UnreadableRows.ROWS_MAX - 1))
                .isEqualTo(new RejectedLine(
                        "x-tally-changelog-2", UnreadableRows.ROWS_MAX - 1, 12, RejectedBytes.Reason.UNREADABLE, null));
        assertThat(rows.drain(changelog)).isEmpty();
    }
}
