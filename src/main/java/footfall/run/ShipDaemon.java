package footfall.run;

import footfall.config.Environment;
import footfall.folder.OwnerOnly;
import footfall.line.Dialects;
import footfall.report.FailureReason;
import footfall.report.UserError;
import footfall.service.Daemon;
import footfall.service.Daemon.LaunchAgent;
import footfall.service.Daemon.SystemdUnit;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The shipper as a service of its user: a systemd unit on Linux, a launchd agent on macOS. */
public final class ShipDaemon {
    private final Environment environment;
    private final boolean isMac;
    private final SystemPrograms programs;

    /** {@code system}: the name of the operating system, as the JVM has it. */
    public ShipDaemon(Environment environment, String system) {
        this.environment = environment;
        this.isMac = system.startsWith("Mac");
        this.programs = new SystemPrograms(environment.variables());
    }

    /** {@code problem} is null when all programs succeeded; else {@code commands} are what is left to run. */
    public record Outcome(Path file, String problem, List<String> commands) {}

    public Path file() {
        return isMac
                ? environment.home().resolve("Library/LaunchAgents").resolve(LaunchAgent.LABEL + ".plist")
                : units().resolve(SystemdUnit.NAME);
    }

    private Path units() {
        var config = environment.variables().getOrDefault("XDG_CONFIG_HOME", "");
        return (config.isBlank() ? environment.home().resolve(".config") : Path.of(config)).resolve("systemd/user");
    }

    public boolean isInstalled() {
        return Files.exists(file());
    }

    /** The command that makes it read its settings again. */
    public String restart() {
        return isMac
                ? "launchctl kickstart -k gui/$(id -u)/" + LaunchAgent.LABEL
                : "systemctl --user restart " + SystemdUnit.NAME;
    }

    /** Writes the file and starts the service. {@code command} begins with the launcher. */
    public Outcome install(List<String> command) throws UserError, InterruptedException {
        if (!isMac && command.get(0).matches(".*[\"'\\\\\\p{Cntrl}].*")) {
            throw new UserError(
                    "systemd starts no program whose path contains quotes or a backslash: " + command.get(0)
                            + "; install footfall in another folder",
                    null);
        }
        var daemon = new Daemon(command, variables());
        var log = environment.home().resolve("Library/Logs/footfall-ship.log").toString();
        var text = isMac ? LaunchAgent.text(daemon, log) : SystemdUnit.text(daemon);
        boolean isReplaced = isInstalled();
        try {
            OwnerOnly.newFolder(file().getParent());
            // It may contain settings, so only its owner can read it.
            Files.deleteIfExists(file());
            Files.createFile(file(), OwnerOnly.file(file()));
            Files.writeString(file(), text);
        } catch (IOException why) {
            throw new UserError(
                    "cannot write " + file() + ": " + FailureReason.of(why) + "; correct it, then try again", why);
        }
        return isMac
                ? installedOnMac(isReplaced)
                : run(List.of(
                        List.of("systemctl", "--user", "daemon-reload"),
                        List.of("systemctl", "--user", "enable", SystemdUnit.NAME),
                        List.of("systemctl", "--user", "restart", SystemdUnit.NAME)));
    }

    private Outcome installedOnMac(boolean isReplaced) throws UserError, InterruptedException {
        if (isReplaced) {
            programs.run(List.of("launchctl", "bootout", domain() + "/" + LaunchAgent.LABEL));
        }
        return run(List.of(List.of("launchctl", "bootstrap", domain(), file().toString())));
    }

    /** Stops the service and deletes the file. */
    public Outcome uninstall() throws UserError, InterruptedException {
        if (!isInstalled()) {
            throw new UserError("no shipper service is installed: " + file() + " does not exist", null);
        }
        var stopped = isMac
                ? run(List.of(List.of("launchctl", "bootout", domain() + "/" + LaunchAgent.LABEL)))
                : run(List.of(List.of("systemctl", "--user", "disable", "--now", SystemdUnit.NAME)));
        try {
            Files.delete(file());
            if (!isMac) {
                // Where systemd could not be reached, its link to the unit is still there.
                Files.deleteIfExists(units().resolve("default.target.wants").resolve(SystemdUnit.NAME));
            }
        } catch (IOException why) {
            throw new UserError("cannot delete " + file() + ": " + FailureReason.of(why) + "; delete it", why);
        }
        if (isMac) {
            return stopped;
        } else if (stopped.problem() == null) {
            return run(List.of(List.of("systemctl", "--user", "daemon-reload")));
        }
        // The unit's file is gone, so it can be stopped, but not disabled any more.
        var left = List.of("systemctl --user stop " + SystemdUnit.NAME, "systemctl --user daemon-reload");
        return new Outcome(file(), stopped.problem(), left);
    }

    /** As systemd or launchd reports it: {@code active}, {@code failed}, ...; null when it is not installed. */
    public String state() throws UserError, InterruptedException {
        if (!isInstalled()) {
            return null;
        }
        if (isMac) {
            var found = programs.run(List.of("launchctl", "print", domain() + "/" + LaunchAgent.LABEL));
            return found.isDone() ? "loaded" : "not loaded";
        }
        var output = programs.run(List.of("systemctl", "--user", "is-active", SystemdUnit.NAME))
                .output();
        return output.matches("[a-z-]+") ? output : "unknown";
    }

    /** Runs until one fails. */
    private Outcome run(List<List<String>> commands) throws InterruptedException {
        for (int i = 0; i < commands.size(); i++) {
            var result = programs.run(commands.get(i));
            if (!result.isDone()) {
                var left = commands.subList(i, commands.size()).stream()
                        .map(words -> String.join(" ", words))
                        .toList();
                return new Outcome(file(), result.output(), left);
            }
        }
        return new Outcome(file(), null, List.of());
    }

    private String domain() throws UserError {
        try {
            return "gui/" + Files.getAttribute(environment.home(), "unix:uid");
        } catch (IOException why) {
            throw new UserError("cannot read " + environment.home() + ": " + FailureReason.of(why), why);
        }
    }

    /** A service does not inherit its user's shell: what selects Java, settings and homes is written down. */
    private Map<String, String> variables() {
        var kept = new ArrayList<String>();
        Dialects.all().forEach(dialect -> kept.addAll(dialect.homeVariables()));
        var variables = new TreeMap<String, String>();
        environment.variables().forEach((name, value) -> {
            if (name.startsWith("FOOTFALL_") || kept.contains(name)) {
                variables.put(name, value);
            }
        });
        var java = environment.variables().getOrDefault("JAVA_HOME", "");
        variables.put("JAVA_HOME", java.isBlank() ? System.getProperty("java.home") : java);
        return variables;
    }

    /** Runs programs of the operating system that are on the PATH of an environment, with that environment. */
    private static final class SystemPrograms {
        private final Map<String, String> variables;

        SystemPrograms(Map<String, String> variables) {
            this.variables = Map.copyOf(variables);
        }

        /** {@code output}: standard output and error together, stripped. */
        record Result(boolean isDone, String output) {}

        Result run(List<String> words) throws InterruptedException {
            var program = find(words.get(0));
            if (program.isEmpty()) {
                return new Result(false, words.get(0) + " is not on the PATH");
            }
            var command = new ArrayList<>(words);
            command.set(0, program.get().toString());
            var start = new ProcessBuilder(command).redirectErrorStream(true);
            start.environment().clear();
            start.environment().putAll(variables);
            try {
                var process = start.start();
                process.getOutputStream().close();
                var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                return new Result(process.waitFor() == 0, output.strip());
            } catch (IOException why) {
                return new Result(false, words.get(0) + " cannot be started: " + why.getMessage());
            }
        }

        private Optional<Path> find(String program) {
            return Arrays.stream(variables.getOrDefault("PATH", "").split(File.pathSeparator))
                    .filter(folder -> !folder.isEmpty())
                    .map(folder -> Path.of(folder, program))
                    .filter(Files::isExecutable)
                    .findFirst();
        }
    }
}
