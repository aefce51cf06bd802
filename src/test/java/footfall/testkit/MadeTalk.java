package footfall.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Writes a made-up transcript as an agent does: prompts, calls with their results, answers. Each line is 250 ms later
 * than the one before.
 */
public abstract class MadeTalk {
    private static final ObjectMapper JSON = new ObjectMapper();

    final String session;
    private final Writer out;
    private final Instant first;
    private long lines;

    MadeTalk(Writer out, int number, Instant first) {
        this.out = out;
        this.session = session(number);
        this.first = first;
    }

    /** {@code number}: of the session. {@code first}: the time of the first line. */
    public static MadeTalk of(String dialect, Writer out, int number, Instant first) {
        return switch (dialect) {
            case "claude" -> new MadeClaude(out, number, first);
            case "codex" -> new MadeCodex(out, number, first);
            case "copilot" -> new MadeCopilot(out, number, first);
            case "qbit" -> new MadeQbit(out, number, first);
            default -> throw new IllegalArgumentException(dialect);
        };
    }

    /** The ID of a session. */
    public static String session(int number) {
        return String.format(Locale.ROOT, "019bb8c0-%04x-7000-8000-%012x", number & 0xffff, number);
    }

    /** Its file, below the home of its agent. */
    public abstract Path name();

    /** {@code instructions}: what the agent tells the model, where transcripts contain it. */
    public abstract void start(String instructions);

    public abstract void prompt(String text);

    public abstract void call(String id, String command);

    public abstract void result(String id, String text, boolean hasFailed);

    /** Ends the turn. */
    public abstract void answer(String text);

    /** An ID that no line before has. */
    public final String next(String kind) {
        return String.format(Locale.ROOT, "%s%07x-0000-7000-8000-%s", kind, lines, session.substring(24));
    }

    final String now() {
        return first.plusMillis(250 * lines).toString();
    }

    final void line(Map<String, Object> line) {
        try {
            out.write(json(line));
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
