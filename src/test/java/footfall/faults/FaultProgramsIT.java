package footfall.faults;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Chromium;
import footfall.testkit.FakeClock;
import footfall.testkit.Folders;
import footfall.testkit.LongSuite;
import footfall.testkit.TinyDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.kafka.common.KafkaException;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs of faults over real processes: a broker behind a proxy, processors, shippers, a relay and the worker
 * of a sink, while a page is open in a browser. Whatever happens to them, every {@link Guarantee} holds in the end.
 * {@code -Dfootfall.programs} says how many, of new
 * seeds; without it, three programs run that are always the same. {@code -Dfootfall.seed} is the seed of the first,
 * {@code -Dfootfall.with} names a fault that each is to have, as {@code quorum},
 * {@code -Dfootfall.program} runs the one of that text, {@code -Dfootfall.shrink} says how many shorter programs are
 * tried when one fails.
 */
@LongSuite
@Timeout(value = 12, unit = TimeUnit.HOURS)
class FaultProgramsIT {
    private static final String WITH = System.getProperty("footfall.with");
    private static final Integer PROGRAMS = Integer.getInteger("footfall.programs");
    /** It once left the admin client of Kafka Streams without a connection for as long as the step was. */
    private static final String SET_BACK_WHILE_THE_NETWORK_IS_CUT =
            "1002 1 2; cut 1830; slew 0; step -1312; append 36; suspend ship-1 1770; stop broker-0 1136; "
                    + "stop ship-1 4795; wait 3669; forget 7; stop ship-1 5163; kill broker-0 1125; slew -17; "
                    + "cut 579; kill sink-0 900; kill ship-1 1877; wait 1440";

    /**
     * With three processors, the kinds that the other one lacks, and a session of Codex that is forgotten. The step
     * once left partitions unprocessed for as long as it was, because a standby's consumer waited.
     */
    private static final String ROLLS_AND_FULL_DISKS =
            "1003 3 2; append 30; roll 3; fill broker-0 1500; stall 1500; step -400; suspend sink-0 3000; "
                    + "lose stream-0 800; fill stream-1 1500; fill ship-0 1500; slow 1000; append 20; "
                    + "strike stream-2 1000; forget 8";

    /** Two brokers of three are away while nothing else is, and while other machines start and end. */
    private static final String QUORUM_LOST =
            "1004 2 1; append 30; quorum broker-1 25000; append 20; wait 4000; kill stream-0 3000; stop relay-0 2000; "
                    + "wait 6000; append 20; roll 2; quorum broker-0 12000; suspend stream-1 3000; kill ship-0 2000; "
                    + "append 20";

    private static final int SHRINKS = Integer.getInteger("footfall.shrink", 0);

    @TempDir
    Path folder;

    private int runs;

    @Test
    void whateverHappensToTheProcessesAllGuaranteesHold() throws Exception {
        for (var program : programs()) {
            var broken = run(program);
            if (!broken.isEmpty()) {
                var small = new Shrinking(SHRINKS, shorter -> !run(shorter).isEmpty()).shrink(program);
                assertThat(broken)
                        .as(
                                "-Dfootfall.seed=%d; the shortest program that fails: -Dfootfall.program='%s'",
                                program.seed(), small)
                        .isEmpty();
            }
        }
    }

    private List<FaultProgram> programs() throws Exception {
        var possible = possible();
        Chromium.missing().ifPresent(why -> System.out.println("no page: " + why));
        var noSink = Sink.missing();
        noSink.ifPresent(why -> System.out.println("no sink: " + why));
        var text = System.getProperty("footfall.program");
        var programs = text == null ? all() : List.of(FaultProgram.parse(text));
        return programs.stream()
                .map(program -> program.only(possible))
                .map(program -> noSink.isEmpty() ? program : program.without(Machine.Role.SINK))
                .toList();
    }

    private static List<FaultProgram> all() {
        if (PROGRAMS == null && System.getProperty("footfall.seed") == null) {
            return List.of(
                    FaultProgram.parse(SET_BACK_WHILE_THE_NETWORK_IS_CUT),
                    FaultProgram.parse(ROLLS_AND_FULL_DISKS),
                    FaultProgram.parse(QUORUM_LOST));
        }
        long seed = Long.getLong("footfall.seed", System.nanoTime());
        return LongStream.iterate(seed, one -> one + 1)
                .mapToObj(one -> FaultProgram.of(one, EnumSet.allOf(Fault.Kind.class)))
                .filter(program -> WITH == null || program.has(Fault.Kind.valueOf(WITH.toUpperCase(Locale.ROOT))))
                .limit(PROGRAMS == null ? 1 : PROGRAMS)
                .toList();
    }

    /** Says which faults this machine cannot do. */
    private Set<Fault.Kind> possible() throws Exception {
        var possible = EnumSet.allOf(Fault.Kind.class);
        if (FakeClock.library().isEmpty()) {
            possible.removeAll(Set.of(Fault.Kind.STEP, Fault.Kind.SLEW));
            System.out.println("no fault of the clock: libfaketime is not installed");
        }
        if (!TinyDisk.isPossible(folder.resolve("disk"))) {
            possible.remove(Fault.Kind.FILL);
            System.out.println("no full disk: no file system may be mounted here");
        }
        return possible;
    }

    /** The guarantees that it breaks. */
    private List<String> run(FaultProgram program) throws Exception {
        System.out.println("-Dfootfall.seed=" + program.seed() + " -Dfootfall.program='" + program + "'");
        var here = Files.createDirectories(folder.resolve("run-" + runs++));
        long began = System.nanoTime();
        List<String> broken;
        try (var world = World.start(program, here)) {
            broken = run(program, world);
        }
        System.out.println((broken.isEmpty() ? "  all guarantees hold after " : "  broken after ")
                + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began) + " s");
        broken.forEach(message -> System.out.println("  " + message));
        Folders.delete(here);
        return broken;
    }

    private static List<String> run(FaultProgram program, World world) throws Exception {
        List<String> broken;
        try {
            for (var fault : program.faults()) {
                world.apply(fault);
            }
            long began = System.nanoTime();
            broken = world.settle();
            System.out.println("  settled in " + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began) + " s");
        } catch (AssertionError | ConditionTimeoutException | KafkaException why) {
            broken = List.of(String.valueOf(why.getMessage()));
        }
        if (!broken.isEmpty()) {
            System.out.println(world.said());
        }
        return broken;
    }
}
