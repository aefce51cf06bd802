package footfall.turn;

import static footfall.testkit.Transcripts.use;
import static footfall.turn.LiveTest.s1;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.FileId;
import footfall.line.Line;
import footfall.line.Parsed;
import footfall.row.MemoryRows;
import footfall.testkit.Defaults;
import footfall.testkit.FedFile;
import footfall.testkit.Fold;
import footfall.testkit.Transcripts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which lines of a file count, and what they may change, when several shippers send it. */
class SendersTest {
    private static final long OWN = 11;
    private static final long OTHER = 22;
    private static final long FORGER = 33;
    private static final long FAR = 999_999_999_999L;

    /** Without uuids, by which repeated lines would be known. */
    private final FedFile file = FedFile.of(
            "s1.jsonl",
            s1().prompt(0, "go")
                    .without("uuid")
                    .assistant(1, "m1", use("Read", "t1"))
                    .without("uuid")
                    .assistant(2, "m2", use("Read", "t2"))
                    .without("uuid")
                    .assistant(3, "m3", use("Read", "t3"))
                    .without("uuid")
                    .duration(4, 9)
                    .without("uuid")
                    .bytes());

    private final FileId id = file.file().id();
    private final MemoryRows rows = new MemoryRows();
    private final Fold fold = Fold.over(rows, Defaults.TURNS, Transcripts.START);

    private long offset(int line) {
        return line < 0 ? -1 : file.parts().get(line).offset();
    }

    private Line line(int line) {
        return ((Parsed.Accepted) file.parts().get(line)).line();
    }

    private void send(long sender, int from, int to) {
        for (int line = from; line <= to; line++) {
            arrive(id, offset(line), offset(line - 1), sender, line(line));
        }
    }

    private void arrive(FileId as, long offset, long previous, long sender, Line line) {
        fold.arrive(new Arrival(as, offset, previous, fold.now(), null, Fold.HOST, Fold.USER).by(sender), line);
    }

    private List<String> tools() {
        return fold.end().stream()
                .map(turn -> turn.id().turnId() + " " + turn.size().pattern())
                .toList();
    }

    private List<Long> gaps() {
        var gaps = new ArrayList<Long>();
        fold.outputs().stream()
                .filter(Output.Gap.class::isInstance)
                .forEach(gap -> gaps.add(((Output.Gap) gap).offset()));
        return gaps;
    }

    private static Line forged() {
        return forged(s1());
    }

    private static Line forged(Transcripts trail) {
        var one = FedFile.of("x.jsonl", trail.duration(3, 500).without("uuid").bytes());
        return ((Parsed.Accepted) one.parts().get(0)).line();
    }

    @Test
    void aForgedLineSilencesNobodyHoweverItNamesItsPlace() {
        var forgeries = List.of(
                id, new FileId(id.name(), id.firstLineHash(), 9), id.readBy(99), new FileId(id.name(), "other", 9, 99));
        for (var forgery : forgeries) {
            for (long previous : new long[] {-1, 0, FAR - 1}) {
                var victim = new SendersTest();
                victim.send(OWN, 0, 1);
                victim.arrive(forgery, FAR, previous, FORGER, forged());
                victim.arrive(forgery, FAR + 1, FAR, FORGER, forged());
                victim.send(OWN, 2, 4);
                assertThat(victim.tools()).as(forgery + " after " + previous).containsExactly("s1:0 Read{2+}");
                assertThat(victim.gaps()).containsExactly(FAR);
            }
        }
    }

    /** Such a trail has no marks that would speak against the line. */
    @Test
    void aForgedLineOfAnotherTrailSilencesNobodyAndTakesNothingBack() {
        for (var forgery : List.of(id, id.readBy(99), new FileId(id.name(), "other", 9, 99))) {
            var victim = new SendersTest();
            victim.send(OWN, 0, 1);
            victim.arrive(forgery, FAR, -1, FORGER, forged(s1().agent("x")));
            victim.arrive(forgery, FAR + 1, FAR, FORGER, forged());
            victim.send(OWN, 2, 4);
            assertThat(victim.tools()).as(forgery.toString()).containsExactly("s1:0 Read{2+}");
            assertThat(victim.fold.end())
                    .extracting(turn -> turn.size().length())
                    .containsExactly(3);
        }
    }

    @Test
    void aShipperWithoutItsCheckpointGoesOnAndNothingCountsTwice() {
        send(OWN, 0, 2);
        send(OTHER, 0, 2);
        assertThat(tools()).containsExactly("s1:0 Read{2+}");
        send(OTHER, 3, 4);
        send(OWN, 3, 4);
        assertThat(fold.end()).extracting(turn -> turn.size().length()).containsExactly(3);
        assertThat(gaps()).isEmpty();
    }

    /** Its lines stand at offsets that the file had before, and mean something else. */
    @Test
    void noLineOfAFileThatAStrangerReplacesIsLost() {
        send(OWN, 0, 1);
        var strange = new FileId(id.name(), "other", 0);
        var replaced = new FileId(id.name(), "another", 1);
        for (int line = 0; line <= 2; line++) {
            arrive(strange, FAR + offset(line), line == 0 ? -1 : FAR + offset(line - 1), OTHER, line(line));
        }
        var before = gaps();
        for (int line = 0; line <= 4; line++) {
            arrive(replaced, offset(line), offset(line - 1), OTHER, line(line));
            arrive(replaced, offset(line), offset(line - 1), OTHER, line(line));
        }
        assertThat(fold.outputs())
                .filteredOn(Output.LineFolded.class::isInstance)
                .hasSize(2 + 3 + 5);
        assertThat(gaps()).startsWith(before.toArray(Long[]::new)).hasSize(before.size() + 1);
    }

    @Test
    void afterAReplacedFileAShipperCountsItsGenerationsFromZeroAgain() {
        send(OWN, 0, 1);
        var second = new FileId(id.name(), id.firstLineHash(), 1);
        for (int line = 0; line <= 1; line++) {
            arrive(second, offset(line), offset(line - 1), OWN, line(line));
        }
        send(OTHER, 0, 4);
        assertThat(fold.end()).extracting(turn -> turn.size().length()).containsExactly(3);
        for (int line = 0; line <= 2; line++) {
            arrive(second, offset(line), offset(line - 1), OTHER, line(line));
        }
        assertThat(fold.end()).extracting(turn -> turn.size().length()).containsExactly(2);
        assertThat(gaps()).isEmpty();
    }

    @Test
    void twoShippersTakeTurnsAndEachLineCountsOnce() {
        send(OWN, 0, 1);
        send(OTHER, 0, 2);
        send(OWN, 2, 3);
        send(OTHER, 3, 4);
        send(OWN, 4, 4);
        assertThat(fold.end()).extracting(turn -> turn.size().length()).containsExactly(3);
        assertThat(gaps()).isEmpty();
    }

    /** Strangers' lines and those after a gap count, so nothing of them is repeated. */
    @Test
    void theRepeatedLinesOfEachShipperAreCounted() {
        send(OWN, 0, 1);
        arrive(id, FAR, -1, FORGER, forged());
        arrive(id, FAR, -1, FORGER, forged());
        send(0, 0, 1);
        send(OWN, 3, 4);
        assertThat(FoldRows.repeats(rows)).isEqualTo(Map.of(FORGER, 1L));
        send(OTHER, 0, 3);
        send(OWN, 2, 2);
        assertThat(FoldRows.repeats(rows)).isEqualTo(Map.of(FORGER, 1L, OTHER, 4L, OWN, 1L));
        assertThat(gaps()).containsExactly(FAR, offset(3));
    }

    @Test
    void aGapOfAShipperIsReportedOnceAndItGoesOn() {
        send(OWN, 0, 0);
        send(OWN, 2, 4);
        assertThat(gaps()).containsExactly(offset(2));
        assertThat(fold.end()).extracting(turn -> turn.size().length()).containsExactly(2);
    }
}
