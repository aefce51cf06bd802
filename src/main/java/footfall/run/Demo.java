package footfall.run;

import footfall.report.FailureReason;
import footfall.report.UserError;
import footfall.view.Shipped;
import footfall.view.TurnTexts;
import footfall.view.Views;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Plays sample sessions into a temporary home, line by line in real time with current timestamps, again and again as
 * other sessions. The samples were written for footfall and contain no real session. Home and data are deleted at
 * close.
 */
public final class Demo implements AutoCloseable {
    private static final String FOLDER = "/footfall/demo/";
    private static final String FILES = "files.tsv";
    /** The start time of the samples, which is mapped to the start of the demo. */
    private static final Instant WRITTEN_FOR = Instant.parse("2026-01-01T00:00:00Z");

    private static final Duration CLOSE_MAX = Duration.ofSeconds(15);
    /** How the IDs in the samples begin. */
    private static final Pattern ID = Pattern.compile("\\b(?:3f9c|7be4|c50e|e1a6|019b)(?=[0-9a-f]*-)");

    private static final Pattern TIMESTAMP = Pattern.compile("\"timestamp\":\"([^\"]+)\"");

    private final Path folder;
    private final List<Line> lines;
    private final Thread player = new Thread(this::play, "footfall-demo");
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::ending, "footfall-demo-end");
    private volatile boolean isRepeating;
    private volatile String problem;

    /** A line of a sample, its file, and when it is written. */
    private record Line(Duration after, Path file, String json) {}

    private Demo(Path folder, List<Line> lines) {
        this.folder = folder;
        this.lines = lines;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Creates the home, which is empty until {@link #start}. */
    public static Demo prepared() throws UserError {
        return faster(1);
    }

    /** The same, played faster by this factor. */
    static Demo faster(int times) throws UserError {
        try {
            var folder = Files.createTempDirectory("footfall-demo");
            Files.createDirectories(folder.resolve("home/projects"));
            return new Demo(folder, lines(folder.resolve("home"), times));
        } catch (IOException why) {
            throw new UserError(
                    "cannot create a folder for the demo in " + System.getProperty("java.io.tmpdir")
                            + ": "
                            + FailureReason.of(why) + "; choose another with FOOTFALL_JAVA_OPTS=-Djava.io.tmpdir=DIR",
                    why);
        }
    }

    public Path home() {
        return folder.resolve("home");
    }

    public Path data() {
        return folder.resolve("data");
    }

    /** Starts playing; call it once. */
    public void start() {
        player.setDaemon(true);
        player.start();
    }

    private void play() {
        try {
            for (int round = 0; true; round++) {
                isRepeating = round > 0;
                play(round);
            }
        } catch (IOException why) {
            problem = "cannot write to " + folder + ": " + FailureReason.of(why);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void play(int round) throws IOException, InterruptedException {
        var start = RealTime.CLOCK.instant();
        for (var line : lines) {
            long wait = Duration.between(RealTime.CLOCK.instant(), start.plus(line.after))
                    .toMillis();
            Thread.sleep(Math.max(0, wait));
            append(
                    home().resolve(ofRound(round, "" + home().relativize(line.file))),
                    shiftTimes(ofRound(round, line.json), start) + "\n");
        }
    }

    /** With other IDs in each round: turns with the same ones would be copies. */
    static String ofRound(int round, String text) {
        return ID.matcher(text).replaceAll(found -> {
            int id = Integer.parseInt(found.group(), 16) + round;
            return String.format("%04x", id & 0xffff);
        });
    }

    /** Whether all lines were written once. */
    boolean isRepeating() {
        return isRepeating;
    }

    /** Why it stopped early; null when it did not. */
    String problem() {
        return problem;
    }

    private static void append(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static String shiftTimes(String json, Instant start) {
        return TIMESTAMP
                .matcher(json)
                .replaceAll(found -> Matcher.quoteReplacement("\"timestamp\":\""
                        + start.plus(Duration.between(WRITTEN_FOR, Instant.parse(found.group(1)))) + "\""));
    }

    private static List<Line> lines(Path home, int times) throws IOException {
        var lines = new ArrayList<Line>();
        for (var file : rows(FILES)) {
            for (var row : rows(file[0])) {
                lines.add(new Line(Duration.ofMillis(Long.parseLong(row[0]) / times), home.resolve(file[1]), row[1]));
            }
        }
        lines.sort(Comparator.comparing(Line::after));
        return lines;
    }

    /** Reads the two columns of a sample file. */
    private static List<String[]> rows(String name) throws IOException {
        try (var in = new BufferedReader(
                new InputStreamReader(Demo.class.getResourceAsStream(FOLDER + name), StandardCharsets.UTF_8))) {
            return in.lines().map(line -> line.split("\t", 2)).toList();
        }
    }

    /**
     * Idempotent. The shutdown hook waits {@code CLOSE_MAX} for it; if the process ends before the demo starts,
     * files that are still being created may remain.
     */
    @Override
    public void close() {
        player.interrupt();
        try {
            player.join();
            delete();
            closed.countDown();
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException ending) {
            // The shutdown hook has nothing to wait for.
        }
    }

    /** At shutdown, the owner of a started demo first stops the run on its home. */
    private void ending() {
        try {
            if (player.getState() == Thread.State.NEW || !closed.await(CLOSE_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
                delete();
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    private void delete() {
        try (var all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        } catch (IOException | UncheckedIOException left) {
            // The system cleans up its temporary folder.
        }
    }

    /** A run on the home of a demo; it reports when the demo repeats. */
    public record DemoRun(Running running, Demo demo) implements Running {
        private static final String NEXT = "to follow this machine's agents: footfall up";

        @Override
        public Optional<Notice> notice() {
            if (demo.problem() != null) {
                return Optional.of(new Notice("the demo stopped: " + demo.problem(), NEXT));
            }
            return running.notice()
                    .or(() ->
                            demo.isRepeating() ? Optional.of(new Notice("the demo repeats", NEXT)) : Optional.empty());
        }

        @Override
        public String title() {
            return "demo on" + running.title().substring(running.title().lastIndexOf(' '));
        }

        @Override
        public Optional<String> url() {
            return running.url();
        }

        @Override
        public Optional<TurnTexts> texts() {
            return running.texts();
        }

        @Override
        public Optional<String> ownerLink() {
            return running.ownerLink();
        }

        @Override
        public Views views() {
            return running.views();
        }

        @Override
        public boolean hasShipper() {
            return running.hasShipper();
        }

        @Override
        public Shipped shipped() {
            return running.shipped();
        }

        @Override
        public CompletionStage<Exception> end() {
            return running.end();
        }

        @Override
        public void close() {
            running.close();
            demo.close();
        }
    }
}
