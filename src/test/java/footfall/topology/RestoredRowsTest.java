package footfall.topology;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.line.RejectedBytes;
import footfall.row.RowBytes;
import footfall.testkit.Defaults;
import footfall.testkit.Transcripts;
import footfall.topology.CommitProducer.Seal;
import footfall.topology.TaskContext.UnreadableRows;
import footfall.wire.RejectedLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotEmpty;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which records of a changelog are restored; the others are named in {@code rejected} by their place. */
class RestoredRowsTest {
    private static final byte[] KEY = "key".getBytes(US_ASCII);

    @TempDir
    Path state;

    private static ConsumerRecord<byte[], byte[]> record(byte[] key, byte[] value, Headers headers) {
        return new ConsumerRecord<>(
                "x-tally-changelog", 0, 7, 0, TimestampType.CREATE_TIME, 0, 0, key, value, headers, Optional.empty());
    }

    private static Headers sealed(String topic, byte[] key, byte[] value) {
        var sent = new ProducerRecord<>(topic, key, value);
        Seal.set(sent);
        return sent.headers();
    }

    private static Headers sealed(byte[] key, byte[] value) {
        return sealed("x-tally-changelog", key, value);
    }

    private static Headers with(byte... seal) {
        return new RecordHeaders().add("seal", seal);
    }

    @Property
    void aRowIsRestoredOnlyAsItWasWritten(
            @ForAll byte[] key, @ForAll @NotEmpty byte[] value, @ForAll @IntRange(max = 999) int at) {
        var headers = sealed(key, value);
        assertThat(Seal.isWhole(record(key, value, headers))).isTrue();
        var damaged = value.clone();
        damaged[at % value.length] ^= (byte) (1 << at % 8);
        assertThat(Seal.isWhole(record(key, damaged, headers))).isFalse();
        assertThat(Seal.isWhole(record(value, key, headers))).isEqualTo(Arrays.equals(key, value));
        assertThat(Seal.isWhole(record(null, value, headers))).isFalse();
    }

    @Test
    void whatNoStreamThreadWroteIsNotRestored() {
        for (var headers : List.of(
                new RecordHeaders(),
                with(),
                with((byte) RowBytes.VERSION, (byte) 0),
                with(new byte[] {0, 0, 0, 0, 0}),
                with(new byte[] {44, 0, 0, 0, 0}),
                with(new byte[] {-116, 0, 0, 0, 0}))) {
            assertThat(Seal.isWhole(record(KEY, RowBytes.of("whole"), headers))).isFalse();
        }
        assertThat(Seal.isWhole(record(KEY, KEY, new RecordHeaders()))).isFalse();
    }

    @Test
    void aDeletionIsRestored() {
        assertThat(sealed(KEY, null)).isEmpty();
        assertThat(Seal.isWhole(record(KEY, null, new RecordHeaders()))).isTrue();
    }

    @Test
    void onlyRowsOfChangelogsAreSealed() {
        assertThat(sealed("footfall.turns", KEY, KEY)).isEmpty();
    }

    @Test
    void aRowOfAnotherVersionStops() {
        assertThatThrownBy(() -> Seal.isWhole(record(KEY, new byte[] {12, 9}, new RecordHeaders())))
                .as("before rows had a seal")
                .hasMessage("a row has version 12, and this footfall reads only version " + RowBytes.VERSION);
        assertThatThrownBy(() -> Seal.isWhole(record(KEY, KEY, with(new byte[] {31, 0, 0, 0, 0}))))
                .isInstanceOf(RowBytes.UnsupportedVersion.class)
                .hasMessage("a row has version 31, and this footfall reads only version " + RowBytes.VERSION);
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
