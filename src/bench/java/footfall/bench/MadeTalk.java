package footfall.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Made-up transcripts, the same turns in each dialect: a prompt, calls with their results, an answer. Sizes are spread
 * as in real transcripts: most results are short, a few have most of the bytes.
 */
abstract class MadeTalk {
    static final List<String> DIALECTS = List.of("claude", "codex", "copilot");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant FIRST = Instant.parse("2026-01-05T10:00:00Z");
    private static final int TURNS = 12;
    private static final int CALLS = 15;
    private static final int RESULT_CHARS_MAX = 40_000;
    private static final String WORDS = "\tif (limpets > 0) { return \"tide \" + pool.count(limpets); }\n";

    final String session;
    private final BufferedWriter out;
    private final Random random;
    private long lines;

    MadeTalk(BufferedWriter out, int number) {
        this.out = out;
        this.session = String.format(Locale.ROOT, "019bb8c0-%04x-7000-8000-%012x", number & 0xffff, number);
        this.random = new Random(number);
    }

    /** Writes sessions until there are enough bytes; returns how many there are. */
    static long write(String dialect, Path home, long least) throws IOException {
        long bytes = 0;
        for (int number = 0; bytes < least; number++) {
            var file = home.resolve("talk.jsonl");
            Path name;
            try (var out = Files.newBufferedWriter(file)) {
                var talk = of(dialect, out, number);
                talk.tell();
                name = talk.name();
            }
            var to = home.resolve(name);
            Files.createDirectories(to.getParent());
            bytes += Files.size(Files.move(file, to));
        }
        return bytes;
    }

    private static MadeTalk of(String dialect, BufferedWriter out, int number) {
        return switch (dialect) {
            case "claude" -> new MadeClaude(out, number);
            case "codex" -> new MadeCodex(out, number);
            case "copilot" -> new MadeCopilot(out, number);
            default -> throw new IllegalArgumentException(dialect);
        };
    }

    /** Its file, below the home of its agent. */
    abstract Path name();

    abstract void start();

    abstract void prompt(String id, String text);

    abstract void call(String id, String command);

    abstract void result(String id, String text);

    abstract void answer(String id, String text);

    private void tell() {
        start();
        for (int turn = 0; turn < TURNS; turn++) {
            prompt(id("a"), text(200));
            for (int call = 0; call < CALLS; call++) {
                var id = id("c");
                call(id, text(120));
                // Half of the results are shorter than 600 characters; the longest have 40,000.
                result(id, text((int) Math.min(RESULT_CHARS_MAX, 600 * Math.exp(1.6 * random.nextGaussian()))));
            }
            answer(id("b"), text(500));
        }
    }

    private String id(String kind) {
        return String.format(Locale.ROOT, "%s%07x-0000-7000-8000-%s", kind, lines, session.substring(24));
    }

    private static String text(int chars) {
        return WORDS.repeat(chars / WORDS.length() + 1).substring(0, chars);
    }

    final String now() {
        return FIRST.plusMillis(250 * lines).toString();
    }

    final String next(String kind) {
        return id(kind);
    }

    final void line(Map<String, Object> line) {
        try {
            out.write(JSON.writeValueAsString(line));
            out.write('\n');
            lines++;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** In this order. */
    static Map<String, Object> map(Object... namesAndValues) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }
}
