package footfall.ship;

import footfall.line.AgentStatus;
import footfall.line.Bytes;
import footfall.line.Dialect;
import footfall.line.Dialects;
import footfall.line.Envelope;
import footfall.line.Line;
import footfall.redact.RedactedLine;
import footfall.tail.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Sends which agents wait for a person, as the files say in which they write what they do ({@link
 * Dialect#statusFolder}): at each change, and as long as an agent waits again and again, the longer the more seldom.
 * An agent whose process ended waits no longer. Only for sessions whose transcripts are shipped. Not thread-safe.
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
    private final Map<Path, Sent> sent = new HashMap<>();
    private Map<Path, Dialect> folders = Map.of();
    private boolean isChanged = true;

    /** The last that was sent of a file. */
    private record Sent(AgentStatus status, Instant at) {
        boolean isWaiting() {
            return status.waitingSince() != null;
        }

        Instant again() {
            var waited = Duration.between(status.waitingSince(), at).dividedBy(AGAIN_SHARE);
            var pause = waited.compareTo(AGAIN_MAX) > 0 ? AGAIN_MAX : waited;
            return at.plus(pause.compareTo(AGAIN_MIN) < 0 ? AGAIN_MIN : pause);
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
                if (folder != null && Files.isDirectory(folder)) {
                    folders.put(folder, dialect);
                }
            }
        }
        isChanged = true;
        return folders.keySet();
    }

    /** Takes those of the changed files that are in its folders. */
    void take(Set<Path> changed) {
        isChanged |= changed.removeIf(path -> folders.containsKey(path.getParent()));
    }

    /** How long until something may have to be sent. */
    long leftMs() {
        var now = shipping.dependencies().clock().instant();
        return isChanged
                ? 0
                : sent.values().stream()
                        .filter(Sent::isWaiting)
                        .mapToLong(waiting ->
                                Duration.between(now, waiting.again()).toMillis())
                        .min()
                        .orElse(Long.MAX_VALUE);
    }

    /** Sends what changed, and what is due again. */
    void send() {
        if (leftMs() > 0) {
            return;
        }
        isChanged = false;
        var there = new HashMap<Path, AgentStatus>();
        folders.forEach((folder, dialect) -> {
            for (var file : files(folder)) {
                there.put(file, status(file, dialect));
            }
        });
        sent.forEach((file, last) -> there.putIfAbsent(file, ended(last.status())));
        there.values().removeIf(Objects::isNull);
        there.forEach(this::send);
        sent.keySet().retainAll(there.keySet());
    }

    private List<Path> files(Path folder) {
        try {
            return shipping.dependencies().disk().list(folder).stream()
                    .filter(entry -> entry.kind() == Disk.Kind.FILE && entry.size() <= BYTES_MAX)
                    .map(Disk.Entry::path)
                    .filter(path -> path.toString().endsWith(SUFFIX))
                    .toList();
        } catch (IOException gone) {
            return List.of();
        }
    }

    /** Null for nothing of use. */
    private AgentStatus status(Path path, Dialect dialect) {
        try (var file = shipping.dependencies().disk().open(path)) {
            var status = dialect.status(Bytes.of(file.bytes(0, (int) Math.min(BYTES_MAX, file.size()))));
            return status == null || isRunning.test(status) ? status : ended(status);
        } catch (IOException gone) {
            return null;
        }
    }

    private static AgentStatus ended(AgentStatus status) {
        return new AgentStatus(
                status.session(), status.transcript(), status.pid(), status.domain(), status.startedAt(), null);
    }

    private void send(Path file, AgentStatus status) {
        var now = shipping.dependencies().clock().instant();
        var before = sent.get(file);
        boolean isDue = before == null
                || !Objects.equals(before.status.waitingSince(), status.waitingSince())
                || before.isWaiting() && !before.again().isAfter(now);
        var transcript = isDue ? shipping.shipped(status.transcript()) : null;
        if (transcript != null) {
            var envelope = new Envelope(status.session(), null, now, null, null, null, null, null);
            var line = new Line.Waiting(envelope, status.waitingSince());
            shipping.send(RedactedLine.waiting(line, transcript.fileId()));
            sent.put(file, new Sent(status, now));
        }
    }

    /** Whether the processes of this machine that wrote such files still run. */
    private static final class Processes {
        /** How exactly the system knows when a process began. */
        private static final Duration SLACK = Duration.ofSeconds(2);

        private static final String LINUX = "linux:";

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
            boolean isElsewhere = status.domain() != null
                    && status.domain().startsWith(LINUX)
                    && !status.domain().equals(domain);
            return !isElsewhere
                    && ProcessHandle.of(status.pid())
                            .map(process -> process.info()
                                    .startInstant()
                                    .map(began ->
                                            began.isBefore(status.startedAt().plus(SLACK)))
                                    .orElse(true))
                            .orElse(false);
        }
    }
}
