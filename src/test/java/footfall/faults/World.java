package footfall.faults;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.broker.Quorum;
import footfall.config.Config;
import footfall.config.Environment;
import footfall.run.ClusterTopics.TopicSpecs;
import footfall.testkit.Transcripts;
import footfall.turn.TurnRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * The machines of one program while its faults come and go, and the transcripts that grow meanwhile. A process that
 * ends by itself is a failure, unless the fault that it names explains that; then it is started again.
 */
final class World implements AutoCloseable {
    static final int PARTITIONS = 4;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final long STEP_MS = 100;
    private static final long RESTART_MS = 1_000;
    private static final long ONE_BY_ONE_MS = 5_000;

    private final Set<String> forgotten = new TreeSet<>();
    private final PriorityQueue<Ending> endings = new PriorityQueue<>(Comparator.comparingLong(Ending::dueNanos));
    private final Random random;
    private final GrowingTalk talk;
    private final MachineClock clock;
    private final Machines machines;
    private final TurnRules rules;

    private record Ending(long dueNanos, Action action) {}

    interface Action {
        void run() throws Exception;
    }

    private World(FaultProgram program, Path folder) throws Exception {
        this.random = new Random(program.seed());
        long ago = Duration.between(Transcripts.START, Instant.now()).toSeconds() - TimeUnit.HOURS.toSeconds(1);
        this.talk = new GrowingTalk(folder.resolve("home"), ago);
        this.clock = program.has(Fault.Kind.STEP, Fault.Kind.SLEW) ? MachineClock.in(folder) : MachineClock.real();
        this.rules = Config.read(new Environment(Map.of("HOME", folder.toString())), new Config.Flags(null, List.of()))
                .topologySettings()
                .turnRules();
        // Created last: nothing closes it if something after it fails.
        this.machines = new Machines(program, folder, talk.homes(), clock.environment());
    }

    /** Everything runs when this returns. */
    static World start(FaultProgram program, Path folder) throws Exception {
        var world = new World(program, folder);
        try {
            Files.createDirectories(world.talk.homes().get(0).resolve("projects"));
            for (var broker : world.machines.of(Machine.Role.BROKER)) {
                broker.start();
            }
            Quorum.create(world.machines.client(), TopicSpecs.of(Machines.PREFIX, PARTITIONS));
            for (var machine : world.machines.all()) {
                machine.start();
            }
            var streams = world.machines.of(Machine.Role.STREAM);
            streams.forEach(World::awaitReady);
            world.machines.watchers().follow(streams);
            return world;
        } catch (Exception | AssertionError why) {
            world.close();
            throw why;
        }
    }

    private static void awaitReady(Machine stream) {
        Awaitility.await(stream.name() + " is ready")
                .atMost(PATIENCE)
                .until(() -> stream.isReady() || stream.hasEnded());
    }

    void apply(Fault fault) throws Exception {
        var machine = machines.machine(fault.target());
        switch (fault.kind()) {
            case APPEND -> append(fault.amount());
            case WAIT -> pass(fault.amount());
            case KILL -> {
                machine.killRunning();
                after(fault.amount(), machine::start);
            }
            case STOP -> {
                machine.stop();
                after(fault.amount(), machine::start);
            }
            case STRIKE -> {
                strike(machine);
                after(fault.amount(), machine::start);
            }
            case SUSPEND -> {
                machine.signal("-STOP");
                after(fault.amount(), () -> machine.signal("-CONT"));
            }
            case SLOW -> network(FaultProxy.State.SLOW, fault.amount());
            case STALL -> network(FaultProxy.State.STALLED, fault.amount());
            case CUT -> network(FaultProxy.State.CUT, fault.amount());
            case QUORUM -> loseQuorum(machine, fault.amount());
            case ROLL -> roll();
            case FORGET -> forget(GrowingTalk.id((int) fault.amount()));
            case LOSE -> {
                machine.killRunning();
                machines.loseState(machine.name());
                after(fault.amount(), machine::start);
            }
            case FILL -> fill(machine, fault.amount());
            case STEP -> clock.step(Duration.ofSeconds(fault.amount()));
            case SLEW -> clock.slew(Duration.ofSeconds(fault.amount()));
        }
        pass(STEP_MS);
    }

    /** A broker that does not run already comes back with the others, or with the end of its own fault. */
    private void loseQuorum(Machine stays, long millis) {
        var gone = new ArrayList<>(machines.of(Machine.Role.BROKER));
        gone.remove(stays);
        Collections.shuffle(gone, random);
        for (int i = 0; i < gone.size(); i++) {
            gone.get(i).killRunning();
            after(millis + i * ONE_BY_ONE_MS, gone.get(i)::start);
        }
    }

    private void append(long pieces) throws IOException {
        for (long i = 0; i < pieces; i++) {
            talk.append(random);
        }
    }

    private void strike(Machine stream) throws Exception {
        passUntilReady(stream);
        Strike.on(stream, machines, () -> {
            talk.complete(GrowingTalk.id(random.nextInt(GrowingTalk.SESSIONS)));
            pass(Strike.ASLEEP_MS);
        });
    }

    private void after(long millis, Action action) {
        endings.add(new Ending(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis), action));
    }

    /** Time passes: transcripts grow, faults end, and every machine is looked at. */
    void pass(long millis) throws Exception {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        do {
            talk.append(random);
            new CountDownLatch(1).await(Math.min(millis, STEP_MS), TimeUnit.MILLISECONDS);
            clock.pass(STEP_MS);
            while (!endings.isEmpty() && endings.peek().dueNanos() <= System.nanoTime()) {
                endings.remove().action().run();
            }
            restartTheExplained();
        } while (System.nanoTime() < until);
    }

    private void network(FaultProxy.State state, long millis) {
        machines.network(state);
        after(millis, () -> machines.network(FaultProxy.State.OPEN));
    }

    /** Faults that are under way go on meanwhile, and may end a processor that starts. */
    private void roll() throws Exception {
        for (var stream : machines.of(Machine.Role.STREAM)) {
            stream.stop();
            stream.start();
            passUntilReady(stream);
        }
    }

    private void passUntilReady(Machine stream) throws Exception {
        for (int i = 0; i < 200 && !(stream.isAlive() && stream.isReady()) && !stream.hasEnded(); i++) {
            pass(STEP_MS);
        }
    }

    private void fill(Machine machine, long millis) throws IOException {
        if (!machine.isFull()) {
            machine.diskIsFull(true);
            var ballast = machines.fill(machine.name());
            after(millis, () -> {
                Files.delete(ballast);
                machine.diskIsFull(false);
            });
        }
    }

    /**
     * Requests that a session is forgotten when all of it has arrived: lines that arrive after the request count
     * again. So all faults end first.
     */
    private void forget(String session) throws Exception {
        heal();
        talk.complete(session);
        var lines = Observed.files(talk, forgotten, rules).lines().stream()
                .filter(line -> line.session().equals(session))
                .toList();
        await(() -> Observed.haveArrived(lines, machines.committed()));
        try (var command = machines.forgetting(session)) {
            command.start();
            assertThat(command.awaitExit()).as(command::said).isZero();
        }
        forgotten.add(session);
    }

    /** Every fault ends now, and every machine runs. A clock that was changed stays changed. */
    private void heal() throws Exception {
        clock.endSlew();
        while (!endings.isEmpty()) {
            endings.remove().action().run();
        }
        for (var machine : machines.all()) {
            if (!machine.hasEnded()) {
                machine.start();
            }
        }
    }

    private void restartTheExplained() {
        for (var machine : machines.all()) {
            if (machine.hasEnded()) {
                var why = machine.explanation();
                assertThat(why).as(machine::unexplainedEnd).isNotNull();
                System.out.println("  " + machine.name() + " ended with " + machine.exitCode() + ": " + why);
                machine.kill();
                after(RESTART_MS, machine::start);
            }
        }
    }

    private void await(Callable<Boolean> condition) {
        Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(LOOK)
                .ignoreExceptionsInstanceOf(KafkaException.class)
                .until(() -> {
                    pass(0);
                    return condition.call();
                });
    }

    private Observed observe(List<Machine> asked) throws Exception {
        return machines.observe(Observed.files(talk, forgotten, rules), asked, forgotten);
    }

    /**
     * Ends all faults, completes the transcripts and waits until all guarantees hold; then everything ends in order,
     * and they hold still. Returns what is broken.
     */
    List<String> settle() throws Exception {
        heal();
        talk.completeAll();
        var broken = awaitGuarantees(machines.of(Machine.Role.STREAM));
        if (!broken.isEmpty()) {
            return broken;
        }
        stop(Machine.Role.SHIP);
        await(machines::haveCommittedLines);
        stop(Machine.Role.STREAM);
        stop(Machine.Role.RELAY);
        broken = awaitGuarantees(List.of()); // What a processor committed while it ended may not be in the table yet.
        stop(Machine.Role.SINK);
        stop(Machine.Role.BROKER);
        return broken;
    }

    private void stop(Machine.Role role) throws Exception {
        for (var machine : machines.of(role)) {
            machine.stop();
        }
    }

    /** What is still broken when the guarantees do not hold in time. */
    private List<String> awaitGuarantees(List<Machine> asked) throws Exception {
        try {
            await(() -> GuaranteeCheck.broken(() -> observe(asked)).isEmpty());
            return List.of();
        } catch (ConditionTimeoutException late) {
            return GuaranteeCheck.broken(() -> observe(asked));
        }
    }

    /** What each machine printed last. */
    String said() {
        return machines.said();
    }

    @Override
    public void close() throws IOException {
        machines.close();
    }
}
