package footfall.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.topology.CommittedReader;
import footfall.wire.Channels;
import java.util.HashMap;

/** What holds of the topic {@code turns} however often the topology was stopped. */
public final class Revisions {
    private Revisions() {}

    /** No revision of a turn has two contents, or comes twice; they count up from 0. */
    public static void assertOneContentEach(CommittedReader committed) {
        var contents = new HashMap<String, String>();
        var next = new HashMap<String, Integer>();
        committed.each(Channels.TURNS, record -> {
            var turn = record.value();
            assertThat(contents.put(turn.id().turnId() + " " + turn.revision(), TurnJson.line(turn)))
                    .isNull();
            assertThat(turn.revision())
                    .as(turn.id().turnId())
                    .isEqualTo(next.getOrDefault(turn.id().turnId(), 0));
            next.put(turn.id().turnId(), turn.revision() + 1);
        });
    }
}
