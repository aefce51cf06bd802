package footfall.connect;

import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Sessions that no file has, one with a pattern of 20 KB. */
final class ForgottenSessions {
    private static final String PREFIX = "forgotten~";

    static final List<String> IDS = List.of(PREFIX + "s1", PREFIX + "long");

    private ForgottenSessions() {}

    static List<Shipment.Sent> records() {
        var random = new Random(1);
        var pattern = Transcripts.session("long").prompt(0, "go");
        for (int i = 0; i < 200; i++) {
            var name = random.ints(100, 'a', 'z' + 1)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append);
            pattern.assistant(1, "m" + i, Transcripts.use(name.toString(), "t" + i));
        }
        return Stream.of(
                        Shipment.of(Story.of(Story.ALL.resolve("subagent-links"))), Shipment.of(pattern.duration(2, 5)))
                .flatMap(sent -> sent.records().stream())
                .map(sent -> sent.renamed(PREFIX))
                .toList();
    }
}
