package footfall.faults;

import footfall.testkit.TurnJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.stream.Stream;

/** No revision of a turn has two contents or comes twice, and revisions count up from 0; guarantees 7 and 18. */
final class OneContentPerRevision implements Guarantee {
    @Override
    public Stream<String> broken(Observed observed) {
        var broken = new ArrayList<String>();
        var contents = new HashMap<String, String>();
        var next = new HashMap<String, Integer>();
        for (var record : observed.topics().turns()) {
            var turn = record.value();
            if (turn == null) {
                continue; // A turn that was forgotten.
            }
            var revision = "turn " + record.key() + ", revision " + turn.revision();
            var content = TurnJson.line(turn);
            var before = contents.put(revision, content);
            if (before != null) {
                broken.add(revision
                        + (before.equals(content)
                                ? " comes twice"
                                : " has two contents: " + before + " and " + content));
            }
            int expected = next.getOrDefault(record.key(), 0);
            if (turn.revision() != expected) {
                broken.add(revision + " comes where revision " + expected + " is expected");
            }
            next.put(record.key(), turn.revision() + 1);
        }
        return broken.stream();
    }
}
