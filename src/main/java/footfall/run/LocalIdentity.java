package footfall.run;

import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.folder.AtomicFile;
import footfall.folder.OwnerOnly;
import footfall.redact.Identity;
import footfall.redact.RedactRules;
import footfall.report.FailureReason;
import footfall.report.UserError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The identity of this machine and its user in data that leaves the machine. */
final class LocalIdentity {
    private static final String KEY_FILE = "identity.key";
    private static final int KEY_BYTES = 32;
    private static final int SHIPPER_BYTES = 8;

    private LocalIdentity() {}

    static String userName() {
        return System.getProperty("user.name");
    }

    /** The key of pseudonyms is created once in the data folder, readable by its owner only. */
    static Identity identity(Identity.Rules rules, Path data) throws UserError {
        return Identity.of(HostName.ofThisMachine(), userName(), rules, key(data));
    }

    /**
     * The ID of the shipper with this folder: constant on this machine, and different for each folder and machine.
     * Without the key, nobody can test a guess.
     */
    static String shipperId(Path data, Path folder) throws UserError {
        var name = HostName.ofThisMachine() + "\n" + folder.toAbsolutePath().normalize();
        return key(data).of("shipper", name, SHIPPER_BYTES);
    }

    /** What may leave this machine, hashed with its own key. */
    static RedactRules redactRules(Settings config) throws UserError {
        var rules = config.redactRules();
        boolean isOn = config.get(SettingKeys.TARGETS) == RedactRules.Targets.ON;
        return isOn ? rules.with(key(config.get(SettingKeys.DATA_DIR))) : rules;
    }

    static Path keyFile(Path data) {
        return data.resolve(KEY_FILE);
    }

    private static Identity.KeyedHash key(Path data) throws UserError {
        var file = keyFile(data);
        try {
            if (Files.exists(data) && !Files.isDirectory(data)) {
                throw new UserError(data + " is not a folder; choose another folder with data_dir", null);
            }
            OwnerOnly.newFolder(data);
            var key = AtomicFile.random(file, KEY_BYTES);
            if (key.length == 0) {
                throw new UserError(
                        file + " is empty; delete it to create a new key, which changes all pseudonyms", null);
            }
            return new Identity.KeyedHash(key);
        } catch (IOException why) {
            throw new UserError(
                    "cannot read or create " + file + ": " + FailureReason.of(why)
                            + "; choose another folder with data_dir",
                    why);
        }
    }

    /**
     * The name of this machine from the operating system. Never queries the network as {@code InetAddress} does,
     * which may take minutes.
     */
    static final class HostName {
        private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");
        private static final List<String> COMMAND = List.of("hostname");
        private static final Duration ANSWER_MAX = Duration.ofSeconds(2);

        private HostName() {}

        /** Null when unknown. */
        static String ofThisMachine() {
            return of(KERNEL, COMMAND, ANSWER_MAX);
        }

        /** Read from the file, else from the output of the command. */
        static String of(Path file, List<String> command, Duration answerMax) {
            try {
                var name = Files.exists(file) ? Files.readString(file) : printed(command, answerMax);
                return name.isBlank() ? null : name.strip();
            } catch (IOException nameless) {
                return null;
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return null;
            }
        }

        private static String printed(List<String> command, Duration answerMax)
                throws IOException, InterruptedException {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            try {
                boolean ended = process.waitFor(answerMax.toMillis(), TimeUnit.MILLISECONDS);
                return ended && process.exitValue() == 0
                        ? new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        : "";
            } finally {
                process.destroyForcibly();
            }
        }
    }
}
