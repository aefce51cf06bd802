package footfall.ship;

import footfall.testkit.Transcripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The transcripts of a program, on the disk and as texts. Times of files are those of the program's clock.
 * What a file lacks of its last line is known, and written before anything else is appended.
 */
final class ProgramHome {
    static final int FILES = 4;

    private final Path folder;
    private final Clock clock;
    private final Map<Path, String> texts = new TreeMap<>();
    private final Map<Path, Long> times = new TreeMap<>();
    private final Map<Path, String> rests = new TreeMap<>();
    private final Set<String> made = new HashSet<>();
    private final Set<Path> denied = new HashSet<>();
    private boolean isAway;
    private int uuids;

    ProgramHome(Path folder, Clock clock) throws IOException {
        this.folder = folder;
        this.clock = clock;
        Files.createDirectories(home().resolve("projects/-w"));
        var outside = Files.createDirectories(folder.resolve("outside"));
        Files.write(
                outside.resolve("s9.jsonl"),
                Transcripts.session("s9").prompt(1, "go").bytes());
    }

    Path home() {
        return folder.resolve("home");
    }

    Path path(int file) {
        return home().resolve("projects")
                .resolve(List.of("-w/s0.jsonl", "-w/s1.jsonl", "-later/s2.jsonl", "-w/s1/subagents/agent-a3.jsonl")
                        .get(file));
    }

    /** A file that can be seen: {@code isReadable}: and opened. */
    record Seen(String text, long modifiedMs, boolean isReadable) {}

    Map<Path, Seen> seen() {
        var seen = new TreeMap<Path, Seen>();
        texts.forEach((path, text) -> {
            boolean isHidden = denied.stream().anyMatch(at -> !at.equals(path) && path.startsWith(at));
            if (!isHidden && !isAway(path)) {
                seen.put(path, new Seen(text, times.get(path), !denied.contains(path)));
            }
        });
        return seen;
    }

    boolean isDenied(Path path) {
        return denied.contains(path);
    }

    /** Whether a text is one whole line. */
    boolean isLine(String text) {
        return made.contains(text);
    }

    private boolean isAway(Path path) {
        return isAway && path.startsWith(home().resolve("projects/-w"));
    }

    private String text(Path path) {
        return texts.getOrDefault(path, "");
    }

    private Transcripts session(int file) {
        return file == 3 ? Transcripts.session("s1").agent("a3") : Transcripts.session("s" + file);
    }

    /** Mostly a prompt of the file's session; the first line of a file is mostly the same. */
    private String line(int file, int amount) {
        if (text(path(file)).isEmpty() && amount % 3 > 0) {
            return made(session(file).prompt(1, "go").with("uuid", "first"));
        }
        var uuid = String.format("u%05d", uuids++);
        return switch (amount % 9) {
            case 0 -> made(session(file).add(1, "summary").with("summary", uuid));
            case 1 -> "no line " + uuid;
            case 2 -> made(Transcripts.session("x").prompt(1, "go").with("uuid", uuid));
            default -> made(session(file).prompt(1, "go").with("uuid", uuid));
        };
    }

    private String made(Transcripts lines) {
        made.add(lines.lines().get(0));
        return lines.lines().get(0);
    }

    /** Whether the step was one about files. */
    boolean take(ProgramStep step) throws IOException {
        var path = path(step.file());
        if (isAway(path) && step.what() != ProgramStep.What.FOLDER_GOES_OR_COMES) {
            return step.what().ordinal() < ProgramStep.What.TIME.ordinal();
        }
        switch (step.what()) {
            case APPEND -> append(step, Integer.MAX_VALUE, "\n");
            case APPEND_HALF -> append(step, 1 + step.amount() % 150, "\n");
            case APPEND_WITHOUT_NEWLINE -> append(step, Integer.MAX_VALUE, "");
            case END_HALF -> write(path, ended(path));
            case TRUNCATE -> truncate(path, step.amount());
            case REPLACE -> replace(step);
            case REWRITE_IN_PLACE -> rewrite(step);
            case DELETE -> delete(path);
            case RECREATE -> recreate(step);
            case FOLDER_GOES_OR_COMES -> goOrCome();
            case PERMISSION_GOES_OR_COMES -> permission(step.amount() % 2 == 0 ? path : path.getParent());
            case LINK -> link(step.amount());
            default -> {
                return false;
            }
        }
        return true;
    }

    private String ended(Path path) {
        var rest = rests.remove(path);
        return text(path) + (rest == null ? "" : rest);
    }

    private void append(ProgramStep step, int max, String end) throws IOException {
        var path = path(step.file());
        var line = line(step.file(), step.amount());
        var text = ended(path);
        var begun = text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
        var whole = line + end;
        int cut = Math.min(max, whole.length());
        if (cut < whole.length()) {
            rests.put(path, whole.substring(cut));
        }
        write(path, begun + whole.substring(0, cut));
    }

    private void truncate(Path path, int amount) throws IOException {
        var text = ended(path);
        if (!text.isEmpty()) {
            int to = amount % text.length();
            int end = text.indexOf('\n', to);
            if (to > 0 && text.charAt(to - 1) != '\n') {
                rests.put(path, text.substring(to, end < 0 ? text.length() : end + 1));
            }
            write(path, text.substring(0, to));
        }
    }

    /** Its beginning, then other lines: as many as there were, or one more. */
    private String other(ProgramStep step) {
        var path = path(step.file());
        var lines = new ArrayList<>(ended(path).lines().toList());
        int from = step.amount() % (lines.size() + 1);
        int count = lines.size() - from + step.amount() % 2;
        lines.subList(from, lines.size()).clear();
        for (int i = 0; i < count; i++) {
            lines.add(line(step.file(), step.amount() / 10 + i));
        }
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    private void replace(ProgramStep step) throws IOException {
        var path = path(step.file());
        var text = other(step);
        var beside = folder.resolve("beside");
        put(beside, text);
        Files.createDirectories(path.getParent());
        Files.move(beside, path, StandardCopyOption.REPLACE_EXISTING);
        texts.put(path, text);
        times.put(path, clock.millis());
    }

    /** One of its uuids becomes another one; nothing else changes. */
    private void rewrite(ProgramStep step) throws IOException {
        var path = path(step.file());
        var lines = new ArrayList<>(ended(path).lines().toList());
        if (!lines.isEmpty()) {
            int at = step.amount() % lines.size();
            var other = lines.get(at).replaceAll("u\\d{5}", String.format("u%05d", uuids++));
            if (made.contains(lines.get(at))) {
                made.add(other);
            }
            lines.set(at, other);
            write(path, String.join("\n", lines) + "\n");
        }
    }

    private void delete(Path path) throws IOException {
        Files.deleteIfExists(path);
        texts.remove(path);
        rests.remove(path);
    }

    /** Deleted and made at once: most file systems give it the same inode. */
    private void recreate(ProgramStep step) throws IOException {
        var text = other(step);
        delete(path(step.file()));
        write(path(step.file()), text);
    }

    private void goOrCome() throws IOException {
        var here = home().resolve("projects/-w");
        var there = folder.resolve("away");
        Files.move(isAway ? there : here, isAway ? here : there);
        isAway = !isAway;
    }

    private void permission(Path path) {
        if (!denied.remove(path)) {
            denied.add(path);
        }
    }

    private void link(int amount) throws IOException {
        var projects = home().resolve("projects");
        var links = List.of("-loop", "-out", "-w/l.jsonl", "-later/up");
        var targets = List.of(projects, folder.resolve("outside"), folder.resolve("outside/s9.jsonl"), home());
        var link = projects.resolve(links.get(amount % 4));
        if (!isAway(link) && !Files.isSymbolicLink(link)) {
            Files.createDirectories(link.getParent());
            Files.createSymbolicLink(link, targets.get(amount % 4));
        }
    }

    private void write(Path path, String text) throws IOException {
        put(path, text);
        texts.put(path, text);
        times.put(path, clock.millis());
    }

    private void put(Path path, String text) throws IOException {
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        Files.setLastModifiedTime(path, FileTime.fromMillis(clock.millis()));
    }

    /** Everything can be read, and every line has its newline. */
    void heal() throws IOException {
        denied.clear();
        if (isAway) {
            goOrCome();
        }
        for (var path : List.copyOf(texts.keySet())) {
            var text = ended(path);
            write(path, text.isEmpty() || text.endsWith("\n") ? text : text + "\n");
        }
    }
}
