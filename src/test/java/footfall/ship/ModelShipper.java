package footfall.ship;

import footfall.line.FileId;
import footfall.tail.TranscriptPaths;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What a shipper is to do, said over texts: no bytes, no disk, no checkpoint file. It reads what can be seen,
 * keeps how far each file is acknowledged, and forgets in a crash what was not kept.
 */
final class ModelShipper {
    static final long QUIET_MS = 2_000;
    private static final long COARSE_MS = 100;
    private static final int LAST_MAX = 1 << 10;
    private static final Pattern SESSION = Pattern.compile("\"sessionId\":\"(\\w+)\"");
    private static final Pattern UUID = Pattern.compile("\"uuid\":\"(\\w+)\"");

    private final ProgramHome home;
    private final Map<Path, Tail> tails = new TreeMap<>();
    private final Map<String, Passage> unacknowledged = new HashMap<>();
    private final List<String> sent = new ArrayList<>();
    private State state = new State(new TreeMap<>(), new TreeMap<>());
    private State kept = state.copy();

    ModelShipper(ProgramHome home) {
        this.home = home;
    }

    /** How far a file is: what it said at its beginning and right before the offset, and what was sent. */
    record Cursor(FileId file, String taken, Map<String, Integer> previous) {
        Cursor {
            previous = Map.copyOf(previous);
        }

        /** The same as far as a checkpoint tells. */
        String place() {
            return file + " to " + taken.length() + " after " + new TreeMap<>(previous);
        }

        boolean isIn(String text) {
            var first = taken.substring(0, taken.indexOf('\n') < 0 ? taken.length() : taken.indexOf('\n'));
            var last = taken.substring(Math.max(0, taken.length() - LAST_MAX));
            return text.length() >= taken.length()
                    && text.startsWith(first)
                    && text.substring(0, taken.length()).endsWith(last);
        }
    }

    /** What a checkpoint says. */
    record State(Map<Path, Cursor> cursors, Map<String, Integer> generations) {
        State copy() {
            return new State(new TreeMap<>(cursors), new TreeMap<>(generations));
        }
    }

    private static final class Passage {
        private int open;
        private Cursor after;
    }

    private static final class Tail {
        private final ArrayDeque<Passage> underWay = new ArrayDeque<>();
        private Cursor cursor;
        private ProgramHome.Seen seen;
        private long seenAtMs;
        private long waitsSinceMs = -1;
    }

    /** What was sent since this was asked last. */
    List<String> sent() {
        var since = List.copyOf(sent);
        sent.clear();
        return since;
    }

    State kept() {
        return kept;
    }

    State state() {
        return state;
    }

    void round(long now) {
        var seen = home.seen();
        seen.forEach((path, file) -> {
            if (!tails.containsKey(path) && file.isReadable() && !file.text().isEmpty()) {
                tails.put(path, new Tail());
            }
        });
        tails.forEach((path, tail) -> {
            if (seen.containsKey(path)) {
                look(path, tail, seen.get(path), now);
            } else {
                tail.seen = null;
                tail.waitsSinceMs = -1;
            }
        });
        settle();
    }

    private void look(Path path, Tail tail, ProgramHome.Seen file, long now) {
        boolean isSame = tail.seen != null
                && tail.seen.text().length() == file.text().length()
                && tail.seen.modifiedMs() == file.modifiedMs()
                && tail.seenAtMs - file.modifiedMs() > COARSE_MS;
        boolean isQuiet = isSame && tail.waitsSinceMs >= 0 && now - tail.waitsSinceMs >= QUIET_MS;
        if (isSame && !isQuiet) {
            return;
        }
        tail.seenAtMs = now;
        tail.seen = null;
        if (file.isReadable()) {
            boolean isWaiting = read(path, tail, file.text(), isQuiet);
            tail.waitsSinceMs = isWaiting && !isQuiet ? now : -1;
            tail.seen = file;
        }
    }

    /** Whether a half line waits. */
    private boolean read(Path path, Tail tail, String text, boolean isQuiet) {
        var name = TranscriptPaths.name(path).word();
        int generation = state.generations().getOrDefault(name, 0);
        if (tail.cursor != null && !tail.cursor.isIn(text)) {
            generation = Math.max(generation, tail.cursor.file().generation()) + 1;
            state.generations().put(name, generation);
            kept = state.copy();
            tail.cursor = null;
        }
        int from = tail.cursor == null ? 0 : tail.cursor.taken().length();
        int end = text.lastIndexOf('\n') + 1;
        if (end > from) {
            take(tail, text.substring(0, end), new FileId(name, hash(text), generation));
        }
        var rest = text.substring(Math.max(from, end));
        if (!rest.isEmpty() && isQuiet && home.isLine(rest)) {
            take(tail, text, new FileId(name, hash(text), generation));
            return false;
        }
        return !rest.isEmpty();
    }

    /** Sends what is new in a text of which all is taken then. */
    private void take(Tail tail, String text, FileId start) {
        var cursor = tail.cursor == null ? new Cursor(start, "", Map.of()) : tail.cursor;
        var previous = new HashMap<>(cursor.previous());
        var passage = new Passage();
        int offset = cursor.taken().length();
        for (var line : text.substring(offset).lines().toList()) {
            if (line.contains("\"type\":\"user\"")) {
                var before = previous.put(word(SESSION, line), offset);
                send(
                        passage,
                        cursor.file() + " " + offset + " after " + (before == null ? -1 : before) + ": "
                                + word(UUID, line));
            } else if (!line.isEmpty() && !home.isLine(line)) {
                send(passage, cursor.file() + " " + offset + " rejected");
            }
            offset += line.length() + 1;
        }
        passage.after = new Cursor(cursor.file(), text, previous);
        tail.cursor = passage.after;
        tail.underWay.add(passage);
    }

    private void send(Passage passage, String what) {
        passage.open++;
        if (unacknowledged.put(what, passage) != null) {
            throw new IllegalStateException("sent twice: " + what);
        }
        sent.add(what);
    }

    static String word(Pattern pattern, String line) {
        var found = pattern.matcher(line);
        return found.find() ? found.group(1) : "";
    }

    void acknowledge(List<String> what) {
        what.forEach(one -> unacknowledged.remove(one).open--);
    }

    /** Takes notice of acks, and keeps what moved. */
    void settle() {
        tails.forEach((path, tail) -> {
            while (!tail.underWay.isEmpty() && tail.underWay.peek().open == 0) {
                state.cursors().put(path, tail.underWay.remove().after);
                kept = state.copy();
            }
        });
    }

    boolean isUnsettled() {
        return tails.values().stream().anyMatch(tail -> !tail.underWay.isEmpty());
    }

    /** Goes on from what was kept. */
    void restart(State from) {
        kept = from.copy();
        state = from.copy();
        unacknowledged.clear();
        tails.clear();
        state.cursors().forEach((path, cursor) -> {
            var tail = new Tail();
            tail.cursor = cursor;
            tails.put(path, tail);
        });
    }

    private static String hash(String text) {
        try {
            var first = text.lines().findFirst().orElseThrow().getBytes(StandardCharsets.UTF_8);
            return HexFormat.of()
                    .formatHex(
                            Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(first), 8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
