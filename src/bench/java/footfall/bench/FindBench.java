package footfall.bench;

import footfall.testkit.Folders;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@code footfall find TEXT} over transcripts, and over their copies of 240 MB, start of the JVM included, against
 * {@code rg -l} over the same files; the middle of five. Also for a text that no file contains, and for
 * no files, which takes as long as a start.
 */
final class FindBench {
    private static final int ROUNDS = 5;
    private static final double GOAL = 1.5;
    private static final String ABSENT = "no-file-has-this-text-zzqqxx";

    /** The exit code is 1 when nothing matches. */
    private static final List<String> MAY_FIND_NOTHING = List.of("sh", "-c", "\"$@\"; [ $? -le 1 ]", "sh");

    private FindBench() {}

    /** @param arguments a folder of transcripts, the launcher, a text */
    public static void main(String[] arguments) throws Exception {
        if (Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .noneMatch(folder -> Files.isExecutable(Path.of(folder, "rg")))) {
            System.out.println("skipped: there is no rg on the PATH; apt-get install ripgrep");
            return;
        }
        var home = Files.createTempDirectory("footfall-bench");
        try {
            var nothing = Files.createDirectories(home.resolve("none/projects"));
            double start = middle(find(arguments[1], ABSENT, nothing.getParent()));
            System.out.printf("a start, over no files: %.3f s%n", start);
            var copies = home.resolve("copies");
            FilesBench.repeat(Path.of(arguments[0]), copies);
            for (var folder : List.of(Path.of(arguments[0]), copies)) {
                long bytes = Load.files(folder).stream()
                        .mapToLong(file -> file.size())
                        .sum();
                for (var text : List.of(ABSENT, arguments[2])) {
                    compare(arguments[1], text, folder, bytes);
                }
            }
        } finally {
            Folders.delete(home);
        }
    }

    private static void compare(String footfall, String text, Path folder, long bytes) throws Exception {
        var ours = find(footfall, text, folder);
        var theirs = List.of("rg", "-l", "-i", "-F", text, folder.toString());
        double seconds = middle(ours);
        double limit = middle(theirs);
        System.out.printf(
                "%.0f MB, \"%s\": find %.3f s, rg -l %.3f s, ratio %.1f (goal %.1f)%n",
                bytes / 1e6, text, seconds, limit, seconds / limit, GOAL);
    }

    private static List<String> find(String footfall, String text, Path folder) {
        return List.of(footfall, "find", text, "--json", "--from", folder.toString());
    }

    private static double middle(List<String> command) throws Exception {
        var typed = new ArrayList<>(MAY_FIND_NOTHING);
        typed.addAll(command);
        Timed.once(typed, "");
        var seconds = new ArrayList<Double>();
        for (int round = 0; round < ROUNDS; round++) {
            seconds.add(Timed.once(typed, "").seconds());
        }
        return seconds.stream().sorted().toList().get(ROUNDS / 2);
    }
}
