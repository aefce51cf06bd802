package footfall.faults;

import footfall.broker.BrokerMain;
import footfall.broker.KnownCredentials;
import footfall.broker.Quorum;
import footfall.cli.Main;
import footfall.testkit.Folders;
import footfall.testkit.GroupOffsets;
import footfall.testkit.Ports;
import footfall.testkit.TinyDisk;
import footfall.topology.CommittedReader;
import footfall.wire.Channels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;

/**
 * The processes of a program, each with a folder of its own, and a proxy in front of each broker. A folder that is to
 * become full is a small file system in memory.
 */
final class Machines implements AutoCloseable {
    static final String PREFIX = "faults.";

    private static final String STORES = "stores";
    private static final String DATA = "data";

    /**
     * A processor sends what it emits at once, and the rows of its state with the commit, which a backlog delays.
     * After a kill between the two, only their common transaction prevents that it emits the same again.
     */
    private static final Map<String, String> AT_ONCE = Map.of("linger.ms", "0", "commit.interval.ms", "2000");

    /** As a processor by default; else the partitions of a killed relay wait for 45 s. */
    private static final Map<String, String> LEAVES_SOON = Map.of("session.timeout.ms", "6000");

    /**
     * A processor that has all partitions needs 63: each of its 12 stores reserves 4 for its manifest, and for another
     * one while it opens; RocksDB's library has 15.
     */
    private static final Map<Machine.Role, Integer> DISK_MEBIBYTES =
            Map.of(Machine.Role.BROKER, 128, Machine.Role.STREAM, 128, Machine.Role.SHIP, 8);

    private final Path folder;
    private final List<Path> homes;
    private final Map<String, Machine> machines = new TreeMap<>();
    private final Map<String, TinyDisk> disks = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private final Watchers watchers;
    private final List<FaultProxy> proxies = new ArrayList<>();
    private final Map<String, String> client;
    private final List<String> options;
    private final List<String> streamOptions;
    private final List<String> relayOptions;

    /** {@code homes}: of the transcripts. {@code clock}: the environment of processes that see another one. */
    Machines(FaultProgram program, Path folder, List<Path> homes, Map<String, String> clock) throws Exception {
        this.folder = folder;
        this.homes = List.copyOf(homes);
        environment.put("HOME", folder.toString());
        environment.put("FOOTFALL_DEBUG", "1");
        environment.put("FOOTFALL_KAFKA_LOG", "ERROR");
        environment.putAll(clock);
        var all = Ports.free(4 * program.brokers());
        var ports = all.subList(0, program.brokers());
        var own = all.subList(program.brokers(), all.size());
        try {
            mountDisks(program);
            this.client = program.brokers() == 1
                    ? KnownCredentials.client(Files.createDirectories(log(0)), ports.get(0))
                    : Quorum.client(ports);
            this.options = KnownCredentials.options(folder, client, Map.of());
            this.streamOptions = KnownCredentials.options(folder, client, AT_ONCE);
            this.relayOptions = KnownCredentials.options(folder, client, LEAVES_SOON);
            for (int i = 0; i < program.brokers(); i++) {
                proxies.add(FaultProxy.start(ports.get(i), own.get(i)));
            }
        } catch (Exception | Error why) {
            proxies.forEach(FaultProxy::close);
            unmountDisks();
            throw why;
        }
        try {
            this.watchers = Watchers.start(state(Machine.Role.SINK.number(0)), client); // Nothing after it fails.
        } catch (Exception | Error why) {
            proxies.forEach(FaultProxy::close);
            unmountDisks();
            throw why;
        }
        if (program.brokers() == 1) {
            add(Machine.Role.BROKER, 0, broker(log(0), own.get(0), ports.get(0)));
        } else {
            for (int i = 0; i < program.brokers(); i++) {
                var arguments = Quorum.arguments(Files.createDirectories(log(i)), i, ports, own);
                // On the clock of this machine: the voters of a quorum wait for each other by it.
                var broker = Machine.Role.BROKER;
                machines.put(broker.number(i), new Machine(broker, i, folder, broker.java(arguments), Map.of()));
            }
        }
        for (int i = 0; i < program.streams(); i++) {
            add(Machine.Role.STREAM, i, stream(i));
        }
        for (int i = 0; i < program.ships(); i++) {
            add(Machine.Role.SHIP, i, ship(i));
        }
        add(Machine.Role.RELAY, 0, relay());
        watchers.sink().ifPresent(this::add);
    }

    /** On the clock of this machine: a Connect worker stops consuming until its clock has passed its old time. */
    private void add(Sink worker) {
        var machine = new Machine(
                Machine.Role.SINK, 0, folder, worker.command(Machine.Role.SINK.heap()), worker.environment());
        machines.put(machine.name(), machine);
    }

    private void mountDisks(FaultProgram program) throws Exception {
        for (var fault : program.faults()) {
            if (fault.kind() == Fault.Kind.FILL && !disks.containsKey(fault.target())) {
                var role = Machine.Role.of(fault.target());
                if (!DISK_MEBIBYTES.containsKey(role)) {
                    throw new IllegalArgumentException(fault.target() + " has no disk that can become full");
                }
                disks.put(fault.target(), TinyDisk.mounted(state(fault.target()), DISK_MEBIBYTES.get(role)));
            }
        }
    }

    private void unmountDisks() throws IOException {
        for (var disk : disks.values()) {
            disk.close();
        }
    }

    private void add(Machine.Role role, int number, List<String> arguments) {
        var machine = new Machine(role, number, folder, role.java(arguments), environment);
        machines.put(machine.name(), machine);
    }

    /** The folder of a machine. */
    private Path state(String name) {
        return folder.resolve(name);
    }

    /** Of a broker by its number. */
    private Path log(int broker) {
        return state(Machine.Role.BROKER.number(broker)).resolve("broker");
    }

    private static List<String> broker(Path directory, int own, int port) {
        return List.of(
                BrokerMain.class.getName(),
                directory.toString(),
                Integer.toString(own),
                Integer.toString(port),
                Integer.toString(Ports.free()));
    }

    private static List<String> command(List<String> options, String... words) {
        var command = new ArrayList<>(List.of(Main.class.getName()));
        command.addAll(List.of(words));
        command.addAll(options);
        command.addAll(List.of("--set", "topic_prefix=" + PREFIX));
        return command;
    }

    /** The first one keeps its port when it starts again, because the open page reconnects to it. */
    private List<String> stream(int number) {
        var stores = state(Machine.Role.STREAM.number(number)).resolve(STORES);
        return command(
                streamOptions,
                "stream",
                "--no-view",
                "--threads",
                "1",
                "--set",
                "serve_port=" + (number == 0 ? Ports.free() : 0),
                "--state",
                stores.toString());
    }

    private List<String> ship(int number) {
        var command = command(options, "ship");
        homes.forEach(home -> command.addAll(List.of("--home", home.toString())));
        for (var setting : List.of(
                "data_dir=" + state(Machine.Role.SHIP.number(number)).resolve(DATA),
                "identity_host=off",
                "identity_user=off",
                "rescan_interval=1s")) {
            command.addAll(List.of("--set", setting));
        }
        return command;
    }

    private List<String> relay() {
        return command(
                relayOptions,
                "relay",
                "--otlp",
                watchers.receiver().url(),
                "--set",
                "relay_turn_delay=1s",
                "--set",
                "serve_port=0");
    }

    /** A command that ends by itself, beside them. */
    Machine forgetting(String session) {
        return new Machine(
                Machine.Role.FORGET,
                0,
                folder,
                Machine.Role.FORGET.java(command(options, "forget", "--session", session, "--yes", "--wait", "0")),
                environment);
    }

    /** None of an empty name. */
    Machine machine(String name) {
        if (!name.isEmpty() && !machines.containsKey(name)) {
            throw new IllegalArgumentException("no machine is called " + name + "; there are " + machines.keySet());
        }
        return machines.get(name);
    }

    List<Machine> all() {
        return List.copyOf(machines.values());
    }

    List<Machine> of(Machine.Role role) {
        return machines.values().stream()
                .filter(machine -> machine.role() == role)
                .toList();
    }

    /** Between all brokers and their clients. */
    void network(FaultProxy.State state) {
        proxies.forEach(proxy -> proxy.become(state));
    }

    Watchers watchers() {
        return watchers;
    }

    /** {@code asked}: the processors that run, whose answers, events and page count; none when all have stopped. */
    Observed observe(Observed.Files files, List<Machine> asked, Set<String> forgotten) throws Exception {
        var topics = Observed.topics(committed());
        return new Observed(files, topics, watchers.received(asked), forgotten);
    }

    /** For clients of this process; they go through the proxy too. */
    Map<String, String> client() {
        return client;
    }

    /** Of a machine that does not run. */
    void loseState(String name) throws IOException {
        var lost = Machine.Role.of(name) == Machine.Role.STREAM ? STORES : DATA + "/ship/checkpoint";
        var state = state(name).resolve(lost);
        if (Files.exists(state)) {
            Folders.delete(state);
        }
    }

    /** Reads what is committed, through the proxy too. */
    CommittedReader committed() {
        return new CommittedReader(client, PREFIX);
    }

    /** Whether the processors have committed all lines. */
    boolean haveCommittedLines() throws Exception {
        var topic = Channels.LINES.topic(PREFIX);
        var ends = new HashMap<TopicPartition, Long>();
        committed()
                .ends(Channels.LINES)
                .forEach((partition, end) -> ends.put(new TopicPartition(topic, partition), end));
        return GroupOffsets.reach(client, PREFIX.replaceFirst("\\.$", ""), ends);
    }

    /**
     * The length of each partition of the topic {@code turns} on the broker's disk, which also has what is not
     * committed.
     */
    List<Long> turnBytes() {
        var logs = log(0);
        return IntStream.range(0, World.PARTITIONS)
                .mapToObj(i -> Channels.TURNS.topic(PREFIX) + "-" + i + "/00000000000000000000.log")
                .map(log -> logs.resolve(log).toFile().length())
                .toList();
    }

    /** The file that leaves no room on the disk of a machine. */
    Path fill(String name) throws IOException {
        return disks.get(name).fill(DISK_MEBIBYTES.get(Machine.Role.of(name)));
    }

    String said() {
        return all().stream()
                .map(machine -> machine.name() + ":\n" + machine.said())
                .collect(Collectors.joining("\n"));
    }

    @Override
    public void close() throws IOException {
        machines.values().forEach(Machine::close);
        try (watchers) {
            proxies.forEach(FaultProxy::close);
            unmountDisks();
        }
    }
}
