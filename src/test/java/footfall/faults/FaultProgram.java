package footfall.faults;

import footfall.faults.Fault.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Faults in order, on so many processors and shippers. A seed and the kinds that this machine can do give one
 * program; its text gives it again.
 */
record FaultProgram(long seed, int streams, int ships, List<Fault> faults) {
    private static final int FAULTS_MIN = 8;
    private static final int FAULTS_MAX = 16;
    private static final int BROKERS = 3;
    private static final int SHORT_MS = 400;
    private static final int LONG_MS = 6_000;
    private static final int CLIENT_FAULTS_MAX = 3;
    /** So that the faults of the sink are not those of the relay. */
    private static final long SINK_SALT = 0x5eed;

    private static final long QUORUM_SALT = 0x3;
    private static final int QUORUM_LOSSES_MAX = 2;
    private static final int QUORUM_MS_MIN = 10_000;
    private static final int QUORUM_MS_MAX = 60_000;

    private static final List<Kind> OF_CLIENTS = List.of(Kind.KILL, Kind.STOP, Kind.SUSPEND);
    private static final List<Kind> WEIGHTED = List.of(
            Kind.APPEND,
            Kind.APPEND,
            Kind.WAIT,
            Kind.WAIT,
            Kind.KILL,
            Kind.KILL,
            Kind.KILL,
            Kind.STOP,
            Kind.SUSPEND,
            Kind.SUSPEND,
            Kind.SLOW,
            Kind.STALL,
            Kind.CUT,
            Kind.ROLL,
            Kind.FORGET,
            Kind.LOSE,
            Kind.FILL,
            Kind.STEP,
            Kind.SLEW,
            Kind.STRIKE,
            Kind.STRIKE);

    FaultProgram {
        faults = List.copyOf(faults);
    }

    /** {@code possible}: the kinds that this machine can do. */
    static FaultProgram of(long seed, Set<Kind> possible) {
        var random = new Random(seed);
        int streams = 1 + random.nextInt(3);
        int ships = 1 + random.nextInt(2);
        var program = new FaultProgram(seed, streams, ships, List.of());
        var faults = new ArrayList<Fault>();
        for (int i = FAULTS_MIN + random.nextInt(FAULTS_MAX - FAULTS_MIN + 1); i > 0; i--) {
            var kind = WEIGHTED.get(random.nextInt(WEIGHTED.size()));
            faults.add(program.fault(kind, random.nextInt(1 << 20), random.nextDouble()));
        }
        addFaults(Machine.Role.RELAY, new Random(~seed), faults);
        addFaults(Machine.Role.SINK, new Random(~seed ^ SINK_SALT), faults);
        addQuorumLosses(new Random(~seed ^ QUORUM_SALT), faults);
        return program.with(faults).only(possible);
    }

    /** By numbers of their own, too. */
    private static void addQuorumLosses(Random random, List<Fault> faults) {
        for (int i = random.nextInt(QUORUM_LOSSES_MAX + 1); i > 0; i--) {
            var stays = Machine.Role.BROKER.number(random.nextInt(BROKERS));
            long millis = QUORUM_MS_MIN + random.nextInt(QUORUM_MS_MAX - QUORUM_MS_MIN + 1);
            faults.add(random.nextInt(faults.size() + 1), new Fault(Kind.QUORUM, stays, millis));
        }
    }

    /** Several where the quorum is lost. */
    int brokers() {
        return has(Kind.QUORUM) ? BROKERS : 1;
    }

    /** By numbers of their own, so that a seed has the same other faults as before there was this role. */
    private static void addFaults(Machine.Role role, Random random, List<Fault> faults) {
        for (int i = random.nextInt(CLIENT_FAULTS_MAX + 1); i > 0; i--) {
            var kind = OF_CLIENTS.get(random.nextInt(OF_CLIENTS.size()));
            faults.add(random.nextInt(faults.size() + 1), new Fault(kind, role.number(0), millis(random.nextDouble())));
        }
    }

    private static long millis(double share) {
        return Math.round(SHORT_MS * Math.pow((double) LONG_MS / SHORT_MS, share));
    }

    private Fault fault(Kind kind, int which, double share) {
        long millis = millis(share);
        return switch (kind) {
            case APPEND -> new Fault(kind, "", 5 + which % 40);
            case WAIT, SLOW, STALL, CUT -> new Fault(kind, "", millis);
            case KILL, STOP, SUSPEND, FILL -> new Fault(kind, target(which), millis);
            case LOSE -> new Fault(kind, target(which, streams + ships), millis);
            case STRIKE -> new Fault(kind, target(which, streams), millis);
            case ROLL -> new Fault(kind, "", streams);
            case QUORUM -> throw new IllegalArgumentException("its numbers are its own");
            case FORGET -> new Fault(kind, "", which % GrowingTalk.CLAUDE_SESSIONS);
            case STEP -> new Fault(kind, "", Math.round((share - 0.5) * 7_200));
            case SLEW -> new Fault(kind, "", Math.round((share - 0.5) * 60));
        };
    }

    private String target(int which) {
        return target(which, streams + ships + 1);
    }

    /** The last one of them all is the broker. */
    private String target(int which, int machines) {
        int number = which % machines;
        return number < streams
                ? Machine.Role.STREAM.number(number)
                : number < streams + ships ? Machine.Role.SHIP.number(number - streams) : Machine.Role.BROKER.number(0);
    }

    FaultProgram with(List<Fault> other) {
        return new FaultProgram(seed, streams, ships, other);
    }

    /** Without the faults of other kinds. */
    FaultProgram only(Set<Kind> possible) {
        return with(
                faults.stream().filter(fault -> possible.contains(fault.kind())).toList());
    }

    /** Without the faults of a machine's role. */
    FaultProgram without(Machine.Role role) {
        return with(faults.stream()
                .filter(fault -> fault.target().isEmpty() || Machine.Role.of(fault.target()) != role)
                .toList());
    }

    boolean has(Kind... kinds) {
        return faults.stream().anyMatch(fault -> Arrays.asList(kinds).contains(fault.kind()));
    }

    Set<Kind> kinds() {
        var kinds = EnumSet.noneOf(Kind.class);
        faults.forEach(fault -> kinds.add(fault.kind()));
        return kinds;
    }

    @Override
    public String toString() {
        return seed + " " + streams + " " + ships + "; "
                + faults.stream().map(Fault::toString).collect(Collectors.joining("; "));
    }

    /** The inverse of {@link #toString}. */
    static FaultProgram parse(String text) {
        var parts = text.split(";");
        var head = parts[0].strip().split(" ");
        var faults = Arrays.stream(parts)
                .skip(1)
                .filter(part -> !part.isBlank())
                .map(Fault::parse)
                .toList();
        return new FaultProgram(Long.parseLong(head[0]), Integer.parseInt(head[1]), Integer.parseInt(head[2]), faults);
    }
}
