package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Folders;
import footfall.testkit.SteppedClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.LifecycleContext;
import net.jqwik.api.lifecycle.SkipExecutionHook;

/**
 * Random programs over a home: what files and folders go through, rounds, acks, crashes also in the middle of
 * a round, checkpoints lost and flipped. After every step the real shipper has sent of each file what {@link
 * ModelShipper} says, and keeps what that keeps. In the end every line that stands has left under one file
 * id; and no place ever says two things, unless a checkpoint was lost, or a crash came between a line and the
 * checkpoint that would have said that it was sent. However new files are read, that is so. {@code
 * -Dfootfall.programs} runs 2,000 of them too. A program that fails is printed as short as it was found to
 * fail, with the seed, and is run first next time.
 */
class ShippingProgramsTest {
    static final Pattern UUID = Pattern.compile("\"uuid\":\"(\\w+)\"");

    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
    void whateverHappensTheShipperDoesAsItsModel(@ForAll("programs") List<ProgramStep> program, @ForAll Reads reads)
            throws IOException {
        run(program, reads);
    }

    @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE)
    @AddLifecycleHook(WhenAsked.class)
    void whateverHappensForLong(@ForAll("programs") List<ProgramStep> program, @ForAll Reads reads) throws IOException {
        run(program, reads);
    }

    /** The long run takes minutes. */
    static final class WhenAsked implements SkipExecutionHook {
        @Override
        public SkipResult shouldBeSkipped(LifecycleContext context) {
            return System.getProperty("footfall.programs") == null
                    ? SkipResult.skip("-Dfootfall.programs runs it")
                    : SkipResult.doNotSkip();
        }
    }

    @Provide
    Arbitrary<List<ProgramStep>> programs() {
        return ProgramStep.programs();
    }

    private static void run(List<ProgramStep> steps, Reads reads) throws IOException {
        var folder = Files.createTempDirectory("programs");
        try {
            new Program(folder, reads.readers()).run(steps);
        } finally {
            Folders.delete(folder);
        }
    }

    private static final class Program {
        private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-05T10:00:00Z"));
        private final Clock clock = new SteppedClock(now);
        private final ProgramHome home;
        private final ProgramShipper real;
        private final ModelShipper model;
        private boolean isForgotten;

        Program(Path folder, ReadAhead.Readers readers) throws IOException {
            home = new ProgramHome(folder, clock);
            real = new ProgramShipper(home, folder.resolve("checkpoint"), clock, readers);
            model = new ModelShipper(home);
        }

        private void pass(long millis) {
            now.updateAndGet(time -> time.plusMillis(millis));
        }

        void run(List<ProgramStep> steps) throws IOException {
            for (var step : steps) {
                if (!home.take(step)) {
                    take(step);
                }
                assertSame(step);
            }
            home.heal();
            for (int i = 0; i < 3; i++) {
                round();
                assertSame(null);
                pass(ModelShipper.QUIET_MS + 1);
            }
            model.acknowledge(real.acknowledge(Integer.MAX_VALUE));
            real.shipping().finish();
            model.settle();
            assertSame(null);
            assertHolds();
        }

        private void take(ProgramStep step) throws IOException {
            int amount = step.amount();
            switch (step.what()) {
                case TIME -> pass(List.of(1, 60, 101, 1_000, 2_000, 5_000).get(amount % 6));
                case ROUND -> round();
                case ACKS -> {
                    model.acknowledge(real.acknowledge(amount % 6));
                    settle();
                }
                case STOP -> {
                    real.shipping().saveCheckpoint();
                    model.settle();
                    crash();
                }
                case CRASH -> crash();
                case CRASH_IN_A_ROUND -> crashInARound(amount % 8);
                case CHECKPOINT_LOST -> lose(true);
                case CHECKPOINT_FLIPPED -> lose(real.flip(amount));
                default -> throw new IllegalStateException(step.toString());
            }
        }

        private void round() {
            real.shipping().round();
            model.round(clock.millis());
        }

        private void settle() {
            real.shipping().settle();
            model.settle();
        }

        private void crash() throws IOException {
            isForgotten |= model.isUnsettled(); // Sent, and no checkpoint says so.
            model.restart(model.kept());
            real.start();
        }

        private void lose(boolean isLost) throws IOException {
            if (isLost) {
                real.lose();
                isForgotten = true;
                model.restart(new ModelShipper.State(new TreeMap<>(), new TreeMap<>()));
                real.start();
            }
        }

        /** Which files came first is the disk's affair: of each, what was sent and kept is a beginning. */
        private void crashInARound(int after) throws IOException {
            settle();
            var before = model.kept().copy();
            boolean isCrashed = real.crashesInARound(after);
            model.round(clock.millis());
            isForgotten |= model.isUnsettled();
            if (!isCrashed) {
                return;
            }
            var whole = byFile(model.sent());
            byFile(real.sent())
                    .forEach((file, sent) -> assertThat(whole.getOrDefault(file, List.of()))
                            .as(file)
                            .startsWith(sent.toArray(new String[0])));
            model.restart(either(before, model.kept()));
            real.start();
        }

        private ModelShipper.State either(ModelShipper.State before, ModelShipper.State after) throws IOException {
            var kept = real.kept();
            var state = before.copy();
            real.keptPlaces().forEach((path, place) -> {
                if (!before.cursors().containsKey(path)
                        || !before.cursors().get(path).place().equals(place)) {
                    state.cursors().put(path, after.cursors().get(path));
                }
            });
            kept.generations().forEach((name, generation) -> {
                assertThat(generation)
                        .isIn(
                                before.generations().get(name),
                                after.generations().get(name));
                state.generations().put(name, generation);
            });
            return state;
        }

        private static Map<String, List<String>> byFile(List<String> sent) {
            return sent.stream()
                    .collect(Collectors.groupingBy(
                            what -> what.substring(0, what.indexOf(' ')), TreeMap::new, Collectors.toList()));
        }

        private void assertSame(ProgramStep step) throws IOException {
            assertThat(byFile(real.sent())).as("sent after %s", step).isEqualTo(byFile(model.sent()));
            var places = new TreeMap<Path, String>();
            model.kept().cursors().forEach((path, cursor) -> places.put(path, cursor.place()));
            assertThat(real.keptPlaces()).as("kept after %s", step).isEqualTo(places);
            assertThat(real.kept().generations()).isEqualTo(model.kept().generations());
        }

        private void assertHolds() {
            home.seen().forEach((path, file) -> {
                if (!file.text().isEmpty()) {
                    assertHas(model.kept().cursors().get(path), file.text());
                }
            });
            assertThat(real.shipping().progress().bytesBehind()).isZero();
            if (!isForgotten) {
                assertThat(real.doubles()).isEmpty();
            }
        }

        /** A rewrite that keeps the first line and the last KiB is not noticed: then the old text has left. */
        private void assertHas(ModelShipper.Cursor cursor, String text) {
            assertThat(cursor.taken().length()).isEqualTo(text.length());
            assertThat(cursor.isIn(text)).isTrue();
            long offset = 0;
            for (var line : cursor.taken().lines().toList()) {
                if (line.contains("\"type\":\"user\"")) {
                    assertThat(real.said(cursor.file() + " " + offset)).isEqualTo(ModelShipper.word(UUID, line));
                }
                offset += line.length() + 1;
            }
        }
    }
}
