package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Folders;
import footfall.testkit.SteppedClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Random programs in which files change in the middle of rounds, while what was read of them, or of others,
 * is on its way. In the end every line that stands has left, and no place has ever said two things. Threads
 * are not among the readers: which of two comes first would be another program each time.
 */
class ChangingProgramsTest {
    private static final Set<ProgramStep.What> CHANGES = EnumSet.of(
            ProgramStep.What.APPEND,
            ProgramStep.What.APPEND_HALF,
            ProgramStep.What.APPEND_WITHOUT_NEWLINE,
            ProgramStep.What.END_HALF,
            ProgramStep.What.TRUNCATE,
            ProgramStep.What.REPLACE,
            ProgramStep.What.DELETE,
            ProgramStep.What.RECREATE,
            ProgramStep.What.FOLDER_GOES_OR_COMES,
            ProgramStep.What.TIME);

    /**
     * What happens, then a round over the files of {@code modified} (a bit each), then one over all, of which so
     * many records leave before what comes next happens.
     */
    record Part(List<ProgramStep> steps, int after, int modified) {}

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void whateverChangesWhileItLeavesIsSentInTheEnd(@ForAll("parts") List<Part> parts, @ForAll("alone") Reads reads)
            throws IOException {
        var folder = Files.createTempDirectory("programs");
        try {
            new Program(folder, reads).run(parts);
        } finally {
            Folders.delete(folder);
        }
    }

    /** Found by the property: the second chunk was of the new file, and so was all that the cursor compared. */
    @Example
    void aFileThatIsCutAndWrittenToBetweenTwoChunksIsSentAnew() throws IOException {
        var written = new Part(
                List.of(
                        step(ProgramStep.What.APPEND, 1),
                        step(ProgramStep.What.APPEND, 1),
                        step(ProgramStep.What.APPEND, 3)),
                0,
                0);
        var cut = new Part(List.of(step(ProgramStep.What.TRUNCATE, 9753)), 0, 0);
        var writtenTo = new Part(
                List.of(
                        step(ProgramStep.What.TRUNCATE, 316),
                        step(ProgramStep.What.TRUNCATE, 236),
                        step(ProgramStep.What.APPEND_HALF, 7431),
                        step(ProgramStep.What.APPEND_HALF, 80)),
                1,
                0);
        var folder = Files.createTempDirectory("programs");
        try {
            new Program(folder, Reads.IN_TURN).run(List.of(written, cut, writtenTo));
        } finally {
            Folders.delete(folder);
        }
    }

    private static ProgramStep step(ProgramStep.What what, int amount) {
        return new ProgramStep(what, 1, amount);
    }

    @Provide
    Arbitrary<Reads> alone() {
        return Arbitraries.of(Reads.IN_TURN, Reads.AT_ONCE);
    }

    @Provide
    Arbitrary<List<Part>> parts() {
        var file = Arbitraries.integers().between(0, ProgramHome.FILES - 1);
        var amount = Arbitraries.integers().between(0, 9_999);
        var step = Combinators.combine(Arbitraries.of(CHANGES), file, amount).as(ProgramStep::new);
        var steps = step.list().ofMinSize(1).ofMaxSize(12);
        var modified = Arbitraries.integers().between(0, (1 << ProgramHome.FILES) - 1);
        return Combinators.combine(steps, Arbitraries.integers().between(0, 5), modified)
                .as(Part::new)
                .list()
                .ofMinSize(2)
                .ofMaxSize(6);
    }

    private static final class Program {
        private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-05T10:00:00Z"));
        private final ProgramHome home;
        private final ProgramShipper shipper;

        Program(Path folder, Reads reads) throws IOException {
            var clock = new SteppedClock(now);
            home = new ProgramHome(folder, clock);
            shipper = new ProgramShipper(home, folder.resolve("checkpoint"), clock, reads.readers());
        }

        void run(List<Part> parts) throws IOException {
            var left = new ArrayDeque<>(parts);
            take(left.remove().steps());
            for (var part : left) {
                shipper.shipping().round(modified(part));
                shipper.roundWhile(part.after(), () -> take(part.steps()));
                shipper.acknowledge(part.after());
            }
            home.heal();
            for (int i = 0; i < 3; i++) {
                shipper.shipping().round();
                now.set(now.get().plusMillis(ModelShipper.QUIET_MS + 1));
            }
            shipper.shipping().finish();
            assertThat(shipper.doubles()).isEmpty();
            assertThat(shipper.shipping().progress().bytesBehind()).isZero();
            for (var file : home.seen().entrySet()) {
                assertThat(said(file.getKey(), file.getValue().text()))
                        .isEqualTo(prompts(file.getValue().text()));
            }
        }

        private Set<Path> modified(Part part) {
            return IntStream.range(0, ProgramHome.FILES)
                    .filter(file -> (part.modified() >> file & 1) == 1)
                    .mapToObj(home::path)
                    .collect(Collectors.toSet());
        }

        private void take(List<ProgramStep> steps) throws IOException {
            for (var step : steps) {
                if (!home.take(step)) {
                    now.set(now.get()
                            .plusMillis(List.of(1, 60, 101, 1_000, 5_000).get(step.amount() % 5)));
                }
            }
        }

        /** The prompts of a text, as far as they are known to have left from where they stand. */
        private List<String> said(Path path, String text) throws IOException {
            var entry = shipper.kept().entries().get(path);
            var said = new ArrayList<String>();
            long offset = 0;
            for (var line : text.lines().toList()) {
                if (line.contains("\"type\":\"user\"")) {
                    said.add(shipper.said(entry.cursor().file() + " " + offset));
                }
                offset += line.length() + 1;
            }
            return said;
        }

        private static List<String> prompts(String text) {
            return text.lines()
                    .filter(line -> line.contains("\"type\":\"user\""))
                    .map(line -> ModelShipper.word(ShippingProgramsTest.UUID, line))
                    .toList();
        }
    }
}
