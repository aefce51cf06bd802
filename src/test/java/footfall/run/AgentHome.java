package footfall.run;

import footfall.testkit.Story;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Files of Codex or Copilot by their paths in a user's home: those of a story, or one of a corpus. */
record AgentHome(String name, Map<Path, byte[]> files) {
    private static final Path SHARED = Path.of("../shared");

    private static AgentHome of(String name, Path root, List<Path> paths) {
        var home = root.endsWith("session-state") ? ".copilot" : ".codex";
        var files = new TreeMap<Path, byte[]>();
        for (var path : paths) {
            try {
                files.put(Path.of(home).resolve(root.getParent().relativize(path)), Files.readAllBytes(path));
            } catch (IOException why) {
                throw new UncheckedIOException(why);
            }
        }
        return new AgentHome(name, files);
    }

    static List<AgentHome> all() throws IOException {
        var homes = new ArrayList<AgentHome>();
        try (var stories = Files.list(Story.ALL)) {
            for (var story : stories.sorted().toList()) {
                homes.addAll(of(story, true));
            }
        }
        homes.addAll(of(SHARED.resolve("corpus-codex"), false));
        homes.addAll(of(SHARED.resolve("corpus-copilot"), false));
        return homes;
    }

    private static List<AgentHome> of(Path place, boolean isTogether) throws IOException {
        var homes = new ArrayList<AgentHome>();
        for (var kind : List.of("sessions", "session-state")) {
            var root = place.resolve(kind);
            if (!Files.exists(root)) {
                continue;
            }
            try (Stream<Path> walked = Files.walk(root)) {
                var paths = walked.filter(path -> path.toString().endsWith(".jsonl"))
                        .sorted()
                        .toList();
                if (isTogether) {
                    homes.add(AgentHome.of(place.getFileName().toString(), root, paths));
                } else {
                    paths.forEach(
                            path -> homes.add(AgentHome.of(root.relativize(path).toString(), root, List.of(path))));
                }
            }
        }
        return homes;
    }

    static AgentHome story(String name) throws IOException {
        return of(Story.ALL.resolve(name), true).get(0);
    }

    /** Appends the part of all files, one after the other, that is between two offsets. */
    void write(Path home, long from, long to) throws IOException {
        long begin = 0;
        for (var file : files.entrySet()) {
            var path = home.resolve(file.getKey());
            var bytes = file.getValue();
            int first = (int) Math.max(0, Math.min(bytes.length, from - begin));
            int last = (int) Math.max(0, Math.min(bytes.length, to - begin));
            if (first < last) {
                Files.createDirectories(path.getParent());
                Files.write(
                        path,
                        Arrays.copyOfRange(bytes, first, last),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            }
            begin += bytes.length;
        }
    }

    /** The first offset at or after a part of all files where a line begins that has a text. */
    long line(double part, Pattern text) {
        var all = new StringBuilder();
        files.values().forEach(bytes -> all.append(new String(bytes, StandardCharsets.ISO_8859_1)));
        int at = (int) (all.length() * part);
        at = at == 0 || all.charAt(at - 1) == '\n' ? at : all.indexOf("\n", at) + 1;
        while (at > 0 && at < all.length()) {
            int end = all.indexOf("\n", at);
            end = end < 0 ? all.length() : end;
            if (text.matcher(all.substring(at, end)).find()) {
                return at;
            }
            at = end + 1;
        }
        return all.length();
    }
}
