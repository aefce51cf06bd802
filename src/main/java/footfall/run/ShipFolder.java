package footfall.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import footfall.broker.ClientProperties;
import footfall.broker.TopicsFailed;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.folder.FolderLock;
import footfall.report.FailureReason;
import footfall.report.UserError;
import footfall.ship.Checkpoint;
import footfall.ship.CheckpointFile;
import footfall.ship.ShipSettings.ShipperSettings;
import footfall.ship.ShipperFailed;
import footfall.shipper.ListedShipper;
import footfall.tail.Disk;
import footfall.tail.LocalDisk;
import footfall.wire.Json;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The shipper's folder in the data folder: lock, checkpoint, and {@code status.json} for
 * {@code ship --status}.
 */
public final class ShipFolder {
    private static final LocalDisk DISK = new LocalDisk();

    private final Path folder;
    private final Disk transcripts;

    public ShipFolder(Settings config) {
        this.folder = config.get(SettingKeys.DATA_DIR).resolve("ship");
        this.transcripts = config.get(SettingKeys.PROJECTS_EXCLUDE).guard(DISK);
    }

    Path path() {
        return folder;
    }

    private Path file() {
        return folder.resolve("status.json");
    }

    /** Empty when no shipper ever ran here. */
    public Optional<ShipStatus> status() throws UserError {
        try {
            var status = Json.MAPPER.readValue(DISK.read(file()), ShipStatus.class);
            // A process ID may be in use again; the lock is held by a shipper only.
            boolean isRunning = status.running() && FolderLock.isHeld(folder, ShipperSettings.LOCK);
            return Optional.of(status.running(isRunning));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (FileSystemException why) {
            throw new UserError(
                    "cannot read " + file() + ": " + FailureReason.of(why)
                            + "; data_dir must be a folder that you can read",
                    why);
        } catch (IOException why) {
            throw new UserError(
                    "cannot read " + file() + ": " + why.getClass().getSimpleName()
                            + "; start the shipper, or wait until it writes the file again",
                    why);
        }
    }

    /** When the checkpoint was last written; empty when there is none. */
    public Optional<Instant> checkpointAt() {
        try {
            return Optional.of(
                    Files.getLastModifiedTime(folder.resolve("checkpoint")).toInstant());
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    /** Readable by its owner only, and replaced atomically. */
    void write(ShipStatus status) throws IOException {
        var half = folder.resolve("status.json.new");
        DISK.write(half, Json.bytes(status));
        DISK.move(half, file());
    }

    /** Of any cluster; an empty one when there is none. */
    Checkpoint checkpoint() throws UserError {
        var file = folder.resolve("checkpoint");
        try {
            return new CheckpointFile(transcripts, file).any();
        } catch (ShipperFailed otherVersion) {
            throw new UserError(otherVersion.getMessage(), otherVersion);
        } catch (IOException why) {
            throw new UserError(
                    "cannot read " + file + ": " + FailureReason.of(why)
                            + "; correct it, or delete it: all lines are then sent again, which changes no turn",
                    why);
        }
    }

    /**
     * The shipper of this machine: its status, when its checkpoint was last written, the state of its service, and
     * whether the broker answers, be it with a refusal. {@code service} is null when none is installed;
     * {@code brokerReachable} is null when no shipper runs and no cluster is named. {@code linesRepeated}: as of a
     * {@link ListedShipper}.
     */
    public record ShipReport(
            @JsonUnwrapped ShipStatus status,
            Instant checkpointAt,
            String service,
            Boolean brokerReachable,
            Long linesRepeated) {
        private static final Duration ANSWER_MAX = Duration.ofSeconds(5);

        /** {@code client}: properties to ask the broker with, or null. Empty when no shipper ever ran here. */
        public static Optional<ShipReport> of(Settings settings, ShipDaemon service, Map<String, String> client)
                throws UserError, InterruptedException {
            var folder = new ShipFolder(settings);
            var status = folder.status();
            if (status.isEmpty()) {
                return Optional.empty();
            }
            var reachable = client != null
                    ? Boolean.valueOf(answers(client))
                    : status.get().running() ? Boolean.valueOf(status.get().isReached()) : null;
            var checkpointAt = folder.checkpointAt().orElse(null);
            return Optional.of(new ShipReport(status.get(), checkpointAt, service.state(), reachable, null));
        }

        /** With what a processor says that lists these shippers. */
        public ShipReport with(List<ListedShipper> listed, Settings settings) throws UserError {
            var own = LocalIdentity.shipperId(settings.get(SettingKeys.DATA_DIR), new ShipFolder(settings).path());
            var repeated = listed.stream()
                    .filter(one -> own.equals(one.shipper().id().shipperId()))
                    .map(ListedShipper::linesRepeated)
                    .filter(Objects::nonNull)
                    .findFirst();
            return new ShipReport(status, checkpointAt, service, brokerReachable, repeated.orElse(null));
        }

        /** Whether a broker answers within a few seconds, be it with a refusal. */
        public static boolean answers(Map<String, String> client) {
            try {
                ClientProperties.check(client, ANSWER_MAX);
                return true;
            } catch (TopicsFailed why) {
                return why.isRefused();
            }
        }
    }

    /**
     * The status that a shipper last wrote into its folder. Counts are since {@code startedAt}. {@code bytesBehind}:
     * not acknowledged yet, of {@code filesBehind} files. {@code lastAckAt} is null before the first ack;
     * {@code waitsFor}: why nothing is sent, null while the broker is reachable; {@code refused}: because the cluster
     * answers and refuses this user; {@code unkept}: why the checkpoint could not be written. {@code filesOutdated}:
     * files that are to be sent again, because an older version of their reader read them. {@code throttledMs}: by how
     * much a quota of the cluster lately delayed a request at most. {@code running}: whether a shipper held the lock
     * when this was read.
     */
    public record ShipStatus(
            boolean running,
            long pid,
            Instant startedAt,
            Instant updatedAt,
            String cluster,
            int files,
            int filesBehind,
            int filesOutdated,
            long bytesBehind,
            long lines,
            Map<String, Long> rejected,
            int unreadable,
            Instant lastAckAt,
            String waitsFor,
            boolean refused,
            String unkept,
            long throttledMs) {
        public ShipStatus {
            rejected = Map.copyOf(rejected);
        }

        private boolean isReached() {
            return waitsFor == null || refused;
        }

        ShipStatus running(boolean isRunning) {
            return new ShipStatus(
                    isRunning,
                    pid,
                    startedAt,
                    updatedAt,
                    cluster,
                    files,
                    filesBehind,
                    filesOutdated,
                    bytesBehind,
                    lines,
                    rejected,
                    unreadable,
                    lastAckAt,
                    waitsFor,
                    refused,
                    unkept,
                    throttledMs);
        }
    }
}
