package footfall.run;

import footfall.config.PriceList;
import footfall.config.SettingErrors;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.folder.OwnerOnly;
import footfall.report.FailureReason;
import footfall.screen.CountWords;
import footfall.tail.TranscriptPaths;
import footfall.tail.Transcripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** The checks of {@code doctor}. They change nothing, and no finding contains text of a transcript. */
public final class Doctor {
    private Doctor() {}

    /** {@code target} is null when no cluster is checked. */
    public static List<Finding> examine(Settings settings, Finding.CheckedCluster target, LocalDate today) {
        var findings = new ArrayList<Finding>();
        findings.add(MachineChecks.java());
        findings.add(Finding.ok("settings", "all settings are valid"));
        findings.add(MachineChecks.prices(settings.priceList(), today));
        findings.addAll(new MachineChecks(settings).all());
        if (target == null) {
            findings.add(Finding.skipped("broker", "no cluster is named, and no up is running"));
        } else {
            findings.addAll(new ClusterChecks(settings, target).all());
        }
        return List.copyOf(findings);
    }

    /** When settings are invalid, nothing that depends on them can be checked. */
    public static List<Finding> examine(SettingErrors invalid) {
        var findings = new ArrayList<>(List.of(MachineChecks.java()));
        invalid.getMessage()
                .lines()
                .forEach(mistake ->
                        findings.add(Finding.error("settings", mistake, "correct it, then run doctor again")));
        return List.copyOf(findings);
    }

    /** Checks of this machine: Java, homes, the data folder, and disk space. */
    private static final class MachineChecks {
        private static final String HOMES = "homes";
        private static final String DATA = "data folder";
        private static final int JAVA_LEAST = 17;
        private static final long PRICES_DAYS_MAX = 90;
        private static final long FREE_BYTES_LOW = 1_000_000_000;
        private static final long FREE_BYTES_LEAST = 100_000_000;
        private static final long HEAP_UNIT = 1 << 20;

        private final Settings settings;
        private final Path data;

        MachineChecks(Settings settings) {
            this.settings = settings;
            this.data = settings.get(SettingKeys.DATA_DIR).toAbsolutePath().normalize();
        }

        static Finding java() {
            var found = "Java " + System.getProperty("java.version") + " in " + System.getProperty("java.home")
                    + ", heap up to " + Runtime.getRuntime().maxMemory() / HEAP_UNIT + " MiB";
            return Runtime.version().feature() >= JAVA_LEAST
                    ? Finding.ok("java", found)
                    : Finding.error("java", found, "set JAVA_HOME to Java " + JAVA_LEAST + " or newer");
        }

        static Finding prices(PriceList list, LocalDate today) {
            long days = Math.max(0, ChronoUnit.DAYS.between(list.version(), today));
            var found = list.described() + "; " + CountWords.of(days, "day") + " old";
            return days <= PRICES_DAYS_MAX
                    ? Finding.ok("prices", found)
                    : Finding.warning(
                            "prices",
                            found,
                            "update footfall, or install a newer list with: footfall prices update FILE");
        }

        List<Finding> all() {
            var findings = new ArrayList<Finding>();
            homes(findings);
            findings.add(dataFolder());
            findings.add(disk());
            return findings;
        }

        private void homes(List<Finding> findings) {
            var homes = settings.get(SettingKeys.HOMES);
            var there = homes.stream().filter(Files::exists).toList();
            there.forEach(home -> findings.add(home(home)));
            if (there.isEmpty()) {
                findings.add(Finding.warning(
                        HOMES,
                        "no agent has written transcripts here: none of these folders exists: "
                                + String.join(
                                        ", ", homes.stream().map(Path::toString).toList()),
                        "start an agent; if its transcripts are elsewhere, name their folder with the setting homes "
                                + "or with the agent's own variable, such as CLAUDE_CONFIG_DIR"));
            } else if (!settings.isDefault(SettingKeys.HOMES)) {
                homes.stream()
                        .filter(home -> !there.contains(home))
                        .forEach(home -> findings.add(Finding.warning(
                                HOMES, home + " does not exist", "create it, or remove it from the setting homes")));
            }
        }

        private Finding home(Path home) {
            try {
                var found = Transcripts.below(home, settings.get(SettingKeys.PROJECTS_EXCLUDE));
                var closed = found.files().stream()
                                .filter(file -> !Files.isReadable(file) && !TranscriptPaths.isInDatabase(file))
                                .count()
                        + found.unreadable().size();
                if (closed > 0) {
                    return Finding.error(
                            HOMES,
                            home + ": permission denied on " + closed + " files or folders",
                            "give this user read permission on all files below " + home);
                }
                return found.files().isEmpty()
                        ? Finding.warning(HOMES, home + " contains no transcripts", "check the setting homes")
                        : Finding.ok(
                                HOMES, home + ": transcripts " + found.files().size());
            } catch (IOException why) {
                return Finding.error(
                        HOMES,
                        "cannot read " + home + ": " + FailureReason.of(why),
                        "give this user read permission on it");
            }
        }

        private Finding dataFolder() {
            var nearest = nearest(data);
            if (!Files.isDirectory(nearest) || !Files.isWritable(nearest)) {
                return Finding.error(
                        DATA,
                        nearest + (Files.isDirectory(nearest) ? " is not writable" : " is not a folder"),
                        "correct it, or choose another folder with the setting data_dir");
            }
            try {
                if (nearest.equals(data) && !OwnerOnly.isFolderClosed(data)) {
                    return Finding.warning(DATA, "other users have permissions on " + data, "run: chmod 700 " + data);
                }
            } catch (IOException gone) {
                // It was there a moment ago; the other checks still apply.
            }
            return Finding.ok(
                    DATA, data + (nearest.equals(data) ? " is writable" : " does not exist yet and can be created"));
        }

        private static Path nearest(Path path) {
            var at = path.toAbsolutePath();
            while (!Files.exists(at) && at.getParent() != null) {
                at = at.getParent();
            }
            return at;
        }

        private Finding disk() {
            try {
                var at = nearest(data);
                long free = Files.getFileStore(at).getUsableSpace();
                var found = free / 1_000_000 + " MB free at " + at;
                var remedy = "free disk space, or choose a folder on another disk with the setting data_dir";
                return free < FREE_BYTES_LEAST
                        ? Finding.error("disk", found, remedy)
                        : free < FREE_BYTES_LOW ? Finding.warning("disk", found, remedy) : Finding.ok("disk", found);
            } catch (IOException why) {
                return Finding.warning(
                        "disk", "the free space is unknown: " + FailureReason.of(why), "check it with: df -h " + data);
            }
        }
    }
}
