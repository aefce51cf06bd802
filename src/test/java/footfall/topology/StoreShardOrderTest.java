package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.pattern.Subject;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Position;
import footfall.turn.Turn;
import footfall.view.Direction;
import footfall.view.Filter.InvalidFilter;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.view.Share;
import footfall.view.StoreKind;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.wire.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists of a store in both directions, and what they omit. */
class StoreShardOrderTest {
    private static final Shard.Range ALL = new Shard.Range(null, Integer.MAX_VALUE, Integer.MAX_VALUE);

    @TempDir
    Path state;

    private Driver driver;

    /** Sessions that overlap, one turn without a time, and one that starts some nanoseconds after another. */
    @BeforeEach
    void process() {
        driver = new Driver(Defaults.topology(Story.RULES), state, Transcripts.START);
        for (int i = 0; i < 4; i++) {
            var lines = session("s" + i);
            for (int turn = 0; turn < 5; turn++) {
                lines.prompt(20 * turn + i, "begin")
                        .assistant(20 * turn + i, "m" + turn, use("Read", "t" + turn))
                        .duration(20 * turn + i + 2, 10);
            }
            driver.arrive(Shipment.of("s" + i + ".jsonl", lines).records());
        }
        var nothing = session("nothing").interrupt(900).duration(901, 10);
        driver.arrive(Shipment.of("nothing.jsonl", nothing).records()).pass(Duration.ofHours(1));
        var turn = shard().turns(Selection.ALL, ALL).items().get(0);
        arrive(turn, "a", "");
        arrive(turn, "b", turn.span().startedAt().plusNanos(9).toString());
    }

    private void arrive(Turn turn, String session, String start) {
        var json = new String(Json.bytes(turn), StandardCharsets.UTF_8)
                .replace("\"s0:0\"", "\"" + session + ":0\"")
                .replace("\"session_id\":\"s0\"", "\"session_id\":\"" + session + "\"")
                .replace(
                        "\"started_at\":\"" + turn.span().startedAt() + "\",\"ended_at\"",
                        start.isEmpty() ? "\"ended_at\"" : "\"started_at\":\"" + start + "\",\"ended_at\"");
        driver.turnArrives(session + ":0", json.getBytes(StandardCharsets.UTF_8));
    }

    @AfterEach
    void close() {
        driver.close();
    }

    private StoreShard shard() {
        return shard(Long.MAX_VALUE);
    }

    /** {@code left}: the nanoseconds left to answer. */
    private StoreShard shard(long left) {
        var share =
                new Share(Map.of(StoreKind.TRAILS, Set.of(0), StoreKind.LOG, Set.of(0), StoreKind.TALLIES, Set.of(0)));
        return new StoreShard(new DriverStores(driver), share, () -> left);
    }

    private List<Turn> pages(Selection selection, int limit, int scanMax) {
        var all = new ArrayList<Turn>();
        Position after = null;
        do {
            var page = shard().turns(selection, new Shard.Range(after, limit, scanMax, Direction.DESC));
            assertThat(page.items().size()).isLessThanOrEqualTo(limit);
            all.addAll(page.items());
            after = page.next();
        } while (after != null);
        return all;
    }

    @Test
    void idsOfSessionsAreThoseWithThePrefixInOrderButForASessionWithNothing() {
        assertThat(shard().sessionIds("", 100)).containsExactly("s0", "s1", "s2", "s3");
        assertThat(shard().sessionIds("s", 2)).containsExactly("s0", "s1");
        assertThat(shard().sessionIds("s1", 100)).containsExactly("s1");
        assertThat(shard().sessionIds("s1x", 100)).isEmpty();
    }

    @Test
    void pagesFromTheNewestAreTheListInReverse() throws InvalidFilter {
        assertThat(shard().turns(Selection.ALL, ALL).items())
                .extracting(turn -> turn.id().turnId())
                .startsWith("a:0", "s0:0", "b:0")
                .hasSize(22);
        for (var selection : ShardSelections.all()) {
            var reversed = shard().turns(selection, ALL).items().stream()
                    .sorted(Comparator.comparing(Position::of, Direction.DESC.order()))
                    .toList();
            for (int size : List.of(1, 3, 50)) {
                assertThat(pages(selection, size, 100)).as("" + selection).isEqualTo(reversed);
                assertThat(pages(selection, 100, size)).as("" + selection).isEqualTo(reversed);
            }
        }
    }

    @Test
    void aSessionWithoutACallAndWithoutATextOfTheUserIsInNoList() {
        assertThat(driver.lastSessions()).containsKey("nothing");
        assertThat(shard().sessions(Selection.ALL, ALL).items())
                .extracting(one -> one.sessionId().value())
                .containsExactly("s0", "s1", "s2", "s3");
    }

    @Test
    void aTallyThatIsLateIsReportedAndNoneIsReadForNobody() {
        var kinds = Set.of(Subject.Kind.values());
        var usage = new UsageQuestion(List.of(UsageBy.DAY), Selection.ALL, ZoneOffset.UTC);
        var late = shard(0);
        assertThat(late.usage(usage, 1).tallied()).isFalse();
        assertThat(late.report().unread()).isEqualTo(Share.of(StoreKind.TALLIES, Set.of(0)));
        var totals = shard(0);
        assertThat(totals.tallied(kinds, Selection.ALL, 1).views()).isEmpty();
        assertThat(totals.report().unread()).isEqualTo(Share.of(StoreKind.TALLIES, Set.of(0)));
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> shard().usage(usage, 1)).isInstanceOf(CancellationException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
