package footfall.ship;

import footfall.line.AgentStatus;
import footfall.line.Bytes;
import footfall.line.Dialect;
import footfall.line.Dialects;
import footfall.line.Envelope;
import footfall.line.Line;
import footfall.line.SessionId;
import footfall.redact.RedactedLine;
import footfall.tail.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * Sends what agents do, and which wait for a person, as the files say in which they write it ({@link
 * Dialect#statusFolder}): at each change, and again while the process runs; as long as an agent waits, the longer the
 * more seldom. An agent whose process ended does nothing. Only for sessions whose transcripts are shipped. Not
 * thread-safe.
 */
final class WaitingAgents {
    private static final Duration AGAIN_MIN = Duration.ofSeconds(2);
    private static final Duration AGAIN_MAX = Duration.ofMinutes(5);

    /** An agent that waited for four minutes is sent again after one. */
    private static final int AGAIN_SHARE = 4;

    private static final int BYTES_MAX = 64 << 10;
    private static final String SUFFIX = ".json";

    private final Shipping shipping;
    private final Predicate<AgentStatus> isRunning;
    /** What each file said when it was last whole. */
    private final Map<Path, AgentStatus> read = new HashMap<>();

    private final Map<SessionId, Sent> sent = new HashMap<>();
    private Map<Path, Dialect> folders = Map.of();
    private boolean isChanged = true;

    /** The last that was sent of a session; {@code isTaken} once it is acknowledged. */
    private record Sent(AgentStatus status, Instant at, AtomicBoolean isTaken) {
        boolean isWaiting() {
            return status.waitingSince() != null;
        }

        /** When it is sent again; null for never. */
        Instant again() {
            if (!isWaiting()) {
                boolean isOver = status.state() == null && isTaken.get();
                return isOver ? null : at.plus(AGAIN_MAX); // It may have been lost.
            }
            var waited = Duration.between(status.waitingSince(), at).dividedBy(AGAIN_SHARE);
            var pause = waited.compareTo(AGAIN_MAX) > 0 ? AGAIN_MAX : waited;
            return at.plus(pause.compareTo(AGAIN_MIN) < 0 ? AGAIN_MIN : pause);
        }

        /** The clock may be set back. */
        boolean isDue(Instant now) {
            var again = again();
            return again != null && (!again.isAfter(now) || at.isAfter(now));
        }
    }

    WaitingAgents(Shipping shipping) {
        this(shipping, new Processes()::isRunning);
    }

    WaitingAgents(Shipping shipping, Predicate<AgentStatus> isRunning) {
        this.shipping = shipping;
        this.isRunning = isRunning;
    }

    /** Looks for the folders of the files, in which a change may be one of what an agent does. */
    Set<Path> scan() {
        folders = new HashMap<>();
        for (var home : shipping.settings().homes()) {
            for (var dialect : Dialects.all()) {
                var folder = dialect.statusFolder() == null ? null : home.resolve(dialect.statusFolder());
                if (folder != null && Files.isDirectory(folder) && isOf(dialect, home)) {
                    folders.put(folder, dialect);
                }
            }
        }
        isChanged = true;
        return folders.keySet();
    }

    /** Homes of other agents may have a folder of the same name. */
    private static boolean isOf(Dialect dialect, Path home) {
        return dialect.home().folders().stream().anyMatch(folder -> Files.isDirectory(home.resolve(folder)));
    }

    /** Takes those of the changed files that are in its folders. */
    void take(Set<Path> changed) {
        isChanged |= changed.removeIf(path -> isFile(path) && folders.containsKey(path.getParent()));
    }

    private static boolean isFile(Path path) {
        return path.toString().endsWith(SUFFIX);
    }

    /** How long until something may have to be sent. */
    long leftMs() {
        var now = shipping.dependencies().clock().instant();
        return isChanged
                ? 0
                : sent.values().stream()
                        .filter(last -> last.again() != null)
                        .mapToLong(last -> last.isDue(now)
                                ? 0
                                : Duration.between(now, last.again()).toMillis())
                        .min()
                        .orElse(Long.MAX_VALUE);
    }

    /** Sends what changed, and what is due again. */
    void send() {
        if (leftMs() > 0) {
            return;
        }
        isChanged = false;
        read();
        var now = new HashMap<SessionId, AgentStatus>();
        for (var said : read.values()) {
            var status = isRunning.test(said) ? said : said.ended();
            now.merge(status.session(), status, WaitingAgents::foremost);
        }
        sent.forEach((session, last) -> now.putIfAbsent(session, last.status().ended()));
        now.values().forEach(this::send);
        sent.values().removeIf(last -> last.again() == null && !isRead(last.status()));
    }

    private boolean isRead(AgentStatus status) {
        return read.values().stream().anyMatch(said -> said.session().equals(status.session()));
    }

    private void read() {
        var there = new HashSet<Path>();
        folders.forEach((folder, dialect) -> {
            for (var file : files(folder)) {
                there.add(file);
                status(file, dialect).ifPresent(status -> read.put(file, status));
            }
        });
        read.keySet().retainAll(there);
    }

    private List<Path> files(Path folder) {
        try {
            return shipping.dependencies().disk().list(folder).stream()
                    .filter(entry -> entry.kind() == Disk.Kind.FILE && entry.size() <= BYTES_MAX)
                    .map(Disk.Entry::path)
                    .filter(WaitingAgents::isFile)
                    .toList();
        } catch (IOException gone) {
            return List.of();
        }
    }

    /** Empty for nothing of use, or a file that is being written. */
    private Optional<AgentStatus> status(Path path, Dialect dialect) {
        try (var file = shipping.dependencies().disk().open(path)) {
            var bytes = file.bytes(0, (int) Math.min(BYTES_MAX, file.size()));
            return Optional.ofNullable(dialect.status(Bytes.of(bytes)));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    /** Of two processes of a session, the one that waits; else one that runs. */
    private static AgentStatus foremost(AgentStatus one, AgentStatus other) {
        return one.waitingSince() != null || other.state() == null ? one : other;
    }

    private void send(AgentStatus status) {
        var now = shipping.dependencies().clock().instant();
        var before = sent.get(status.session());
        boolean isSame = before != null
                && before.status().state() == status.state()
                && Objects.equals(before.status().since(), status.since());
        if (isSame && !before.isDue(now)) {
            return;
        }
        var transcript = shipping.shipped(status.transcript());
        if (transcript == null) {
            sent.remove(status.session());
            return;
        }
        var envelope = new Envelope(status.session(), null, now, null, null, null, null, null);
        var line = new Line.Waiting(envelope, status.waitingSince(), status.state(), status.since());
        var isTaken = new AtomicBoolean();
        sent.put(status.session(), new Sent(status, now, isTaken));
        shipping.send(RedactedLine.beside(line, transcript.fileId()), () -> isTaken.set(true));
    }

    /** Whether the processes of this machine that wrote such files still run. */
    private static final class Processes {
        /** How exactly the system knows when a process began. */
        private static final Duration SLACK = Duration.ofSeconds(2);

        private static final String LINUX = "linux:";

        /** Of those behind the second field. */
        private static final int START = 19;

        private final String domain = domain();

        /** As Claude Code writes it: the machine, and the namespace of process IDs. Null if it is not known. */
        private static String domain() {
            try {
                var machine = Files.readString(Path.of("/etc/machine-id")).strip();
                return LINUX + machine + ":" + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
            } catch (IOException | UnsupportedOperationException unknown) {
                return null;
            }
        }

        /** A process of another machine or container is none of ours; a later one may have got the same ID. */
        boolean isRunning(AgentStatus status) {
            boolean isLinux = status.domain() != null && status.domain().startsWith(LINUX);
            if (isLinux && domain != null && !status.domain().equals(domain)) {
                return false;
            }
            return ProcessHandle.of(status.pid())
                    .filter(process -> isLinux && status.processStart() != null
                            ? status.processStart().equals(start(status.pid()))
                            : begins(process).isBefore(status.startedAt().plus(SLACK)))
                    .isPresent();
        }

        private static Instant begins(ProcessHandle process) {
            return process.info().startInstant().orElse(Instant.MIN);
        }

        /** Field 22 of the process's statistics, see proc(5); null if it has ended. The second one is in brackets. */
        private static String start(long pid) {
            try {
                var text = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
                var fields = text.substring(text.lastIndexOf(')') + 1).strip().split(" ");
                return fields.length > START ? fields[START] : null;
            } catch (IOException ended) {
                return null;
            }
        }
    }
}
