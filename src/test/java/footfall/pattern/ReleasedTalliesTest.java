package footfall.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Release;
import footfall.testkit.StoredRow;
import footfall.testkit.TallyBytes;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tally rows that each release stored: taken away again one by one, they leave nothing but totals. */
class ReleasedTalliesTest {
    private static final int SUBJECT_BYTES = 16;
    private static final int MEMBERS_MAX = 1_000;

    static List<Release> releases() {
        return Release.all();
    }

    @ParameterizedTest
    @MethodSource("releases")
    void everyMemberIsTakenFromTheSumsThatItWasAddedTo(Release release) {
        var rows = new TallyBytes();
        var stored = StoredRow.of(release).stream()
                .filter(row -> row.store().equals("tally"))
                .filter(row -> row.code() <= TallyKey.MEMBER)
                .toList();
        stored.forEach(row -> rows.put(row.key(), row.value()));
        var tally = new StoredTally(rows);
        long totals = 0;
        for (var row : stored) {
            if (row.code() == TallyKey.TOTAL) {
                takeAway(tally, subject(row));
                totals++;
            }
        }
        assertThat(totals).isPositive();
        assertThat(rows.size()).isEqualTo(totals);
    }

    private static void takeAway(StoredTally tally, byte[] subject) {
        var total = tally.total(subject);
        assertThat(total.subject().print()).isEqualTo(subject);
        for (var member : tally.firstMembers(subject, MEMBERS_MAX)) {
            tally.share(subject, member, null);
            tally.count(subject, member.sessionId(), -1);
            tally.delete(subject, member);
        }
        tally.put(subject, total);
        assertThat(tally.total(subject)).isEqualTo(total);
    }

    private static byte[] subject(StoredRow total) {
        var subject = new byte[SUBJECT_BYTES];
        ByteBuffer.wrap(total.key()).position(1).get(subject);
        return subject;
    }
}
