package footfall.bench;

import footfall.testkit.MadeTalk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/**
 * Sessions of a dialect, the same turns in each. Sizes are spread as in real transcripts: most results are short, a few
 * have most of the bytes.
 */
final class MadeSessions {
    static final List<String> DIALECTS = List.of("claude", "codex", "copilot");
    private static final Instant FIRST = Instant.parse("2026-01-05T10:00:00Z");
    private static final int TURNS = 12;
    private static final int CALLS = 15;
    private static final int RESULT_CHARS_MAX = 40_000;
    private static final String WORDS = "\tif (limpets > 0) { return \"tide \" + pool.count(limpets); }\n";

    private MadeSessions() {}

    /** Writes sessions until there are enough bytes; returns how many there are. */
    static long write(String dialect, Path home, long least) throws IOException {
        long bytes = 0;
        for (int number = 0; bytes < least; number++) {
            var file = home.resolve("talk.jsonl");
            Path name;
            try (var out = Files.newBufferedWriter(file)) {
                var talk = MadeTalk.of(dialect, out, number, FIRST);
                tell(talk, new Random(number));
                name = talk.name();
            }
            var to = home.resolve(name);
            Files.createDirectories(to.getParent());
            bytes += Files.size(Files.move(file, to));
        }
        return bytes;
    }

    private static void tell(MadeTalk talk, Random random) {
        talk.start("You count limpets. ".repeat(700));
        for (int turn = 0; turn < TURNS; turn++) {
            talk.prompt(text(200));
            for (int call = 0; call < CALLS; call++) {
                var id = talk.next("c");
                talk.call(id, text(120));
                // Half of the results are shorter than 600 characters; the longest have 40,000.
                int chars = (int) Math.min(RESULT_CHARS_MAX, 600 * Math.exp(1.6 * random.nextGaussian()));
                talk.result(id, text(chars), false);
            }
            talk.answer(text(500));
        }
    }

    private static String text(int chars) {
        return WORDS.repeat(chars / WORDS.length() + 1).substring(0, chars);
    }
}
