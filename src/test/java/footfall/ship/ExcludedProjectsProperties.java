package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.line.RejectedBytes;
import footfall.tail.ExcludedProjects;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import footfall.testkit.Folders;
import footfall.testkit.Transcripts;
import footfall.wire.EventJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** However transcripts grow, and whenever a shipper looks: nothing of an excluded project leaves. */
class ExcludedProjectsProperties {
    private static final String CANARY = "canary";
    private static final LocalDisk DISK = new LocalDisk();

    /** Where a file of a session is. */
    enum Layout {
        MAIN("S.jsonl", null),
        BELOW("S/subagents/agent-S.jsonl", "S"),
        BESIDE("agent-S.jsonl", "S");

        final String path;
        final String agent;

        Layout(String path, String agent) {
            this.path = path;
            this.agent = agent;
        }
    }

    /**
     * {@code headless}: lines before the first working directory; {@code after}: lines that follow it; {@code
     * moves}: those are in another folder.
     */
    record Trail(boolean isExcluded, Layout layout, int headless, int after, boolean moves) {
        String session(int number) {
            return (isExcluded ? CANARY : "open") + number;
        }

        List<String> lines(int number) {
            var lines = Transcripts.session(session(number)).agent(layout.agent);
            for (int i = 0; i < headless; i++) {
                lines.compaction(i);
            }
            lines.prompt(headless, "go").with("cwd", isExcluded && layout == Layout.MAIN ? "/w/secret" : "/w/shop");
            for (int i = 0; i < after; i++) {
                lines.assistant(headless + 1 + i, "m" + i).with("cwd", moves ? "/w/secret/part" : "/w/shop");
            }
            return lines.lines();
        }
    }

    @Provide
    Arbitrary<List<Trail>> trails() {
        var trail = Combinators.combine(
                        Arbitraries.of(true, false),
                        Arbitraries.of(Layout.class),
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.of(true, false))
                .as(Trail::new);
        return trail.list().ofMinSize(1).ofMaxSize(5);
    }

    /** Steps: below 0 a shipper starts anew, 0 it looks, above 0 that file gets a line. */
    @Provide
    Arbitrary<List<Integer>> steps() {
        return Arbitraries.integers().between(-1, 5).list().ofMaxSize(40);
    }

    @Property(tries = 200)
    void nothingOfAnExcludedProjectLeavesAndAllElseDoes(
            @ForAll("trails") List<Trail> trails, @ForAll("steps") List<Integer> steps) throws IOException {
        var folder = Files.createTempDirectory("excluded");
        try {
            var program = new Program(folder, trails);
            for (int step : steps) {
                program.step(step);
            }
            program.ends();
            assertThat(program.sent.texts).noneMatch(text -> text.contains(CANARY));
            assertThat(program.sent.texts).hasSize(program.open());
            program.withoutTheSetting();
            assertThat(program.sent.texts)
                    .hasSize(
                            program.written.stream().mapToInt(Integer::intValue).sum());
        } finally {
            Folders.delete(folder);
        }
    }

    /** Everything that is said to the outlet, as text. */
    private static final class Sent implements Outlet {
        final List<String> texts = new ArrayList<>();

        @Override
        public boolean send(Outgoing outgoing, Runnable taken) {
            texts.add(outgoing.line().session() + " " + outgoing.line().file() + " " + outgoing.copiedFrom() + " "
                    + new String(EventJson.bytes(outgoing.line()), StandardCharsets.UTF_8));
            taken.run();
            return true;
        }

        @Override
        public void send(String fileId, RejectedBytes rejected, Runnable taken) {
            texts.add(fileId);
            taken.run();
        }
    }

    private static final class Program {
        private final Path folder;
        private final List<Trail> trails;
        final List<Integer> written = new ArrayList<>();
        final Sent sent = new Sent();
        private Shipping shipping;

        Program(Path folder, List<Trail> trails) throws IOException {
            this.folder = folder;
            this.trails = trails;
            for (int i = 0; i < trails.size(); i++) {
                written.add(0);
                if (trails.get(i).isExcluded() && trails.get(i).layout() != Layout.MAIN) {
                    append(
                            path(i, Layout.MAIN),
                            new Trail(true, Layout.MAIN, 0, 0, false).lines(i).get(0));
                }
            }
            shipping = start(ExcludedProjects.of(List.of("secret"), folder));
        }

        private Path path(int number, Layout layout) {
            return folder.resolve("home/projects/-w")
                    .resolve(layout.path.replace("S", trails.get(number).session(number)));
        }

        private Shipping start(ExcludedProjects excluded) throws IOException {
            var file = new CheckpointFile(DISK, folder.resolve("checkpoint"));
            var settings = new ShipSettings(
                            List.of(folder.resolve("home")),
                            Defaults.REDACT,
                            LineParser.LINE_BYTES_MAX,
                            Duration.ZERO,
                            Duration.ZERO)
                    .excluding(excluded);
            var around = new Shipping.Dependencies(DISK, sent, file::save, Clock.systemUTC(), () -> {});
            return new Shipping(settings, around, file.load("here").checkpoint());
        }

        void step(int step) throws IOException {
            if (step < 0) {
                shipping.finish();
                shipping = start(ExcludedProjects.of(List.of("secret"), folder));
            } else if (step == 0) {
                shipping.round();
            } else if (step <= trails.size()) {
                var trail = trails.get(step - 1);
                var lines = trail.lines(step - 1);
                int next = written.get(step - 1);
                if (next < lines.size()) {
                    append(path(step - 1, trail.layout()), lines.get(next));
                    written.set(step - 1, next + 1);
                }
            }
        }

        private static void append(Path path, String line) throws IOException {
            Files.createDirectories(path.getParent());
            Files.writeString(path, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }

        /** A file whose lines end before a working directory counts by its folder: so all get one. */
        void ends() throws IOException {
            for (int i = 1; i <= trails.size(); i++) {
                for (int more = trails.get(i - 1).headless() + 1 - written.get(i - 1); more > 0; more--) {
                    step(i);
                }
            }
            shipping.round();
            shipping.roundForGood();
            shipping.finish();
        }

        int open() {
            int open = 0;
            for (int i = 0; i < trails.size(); i++) {
                open += trails.get(i).isExcluded() ? 0 : written.get(i);
            }
            return open;
        }

        void withoutTheSetting() throws IOException {
            for (int i = 0; i < trails.size(); i++) {
                if (trails.get(i).isExcluded() && trails.get(i).layout() != Layout.MAIN) {
                    written.add(1); // Its main transcript.
                }
            }
            shipping = start(ExcludedProjects.NONE);
            shipping.roundForGood();
            shipping.finish();
        }
    }
}
