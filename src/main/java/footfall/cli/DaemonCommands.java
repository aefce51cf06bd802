package footfall.cli;

import footfall.run.ShipDaemon;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code ship --install} and {@code ship --uninstall}. */
final class DaemonCommands {
    private static final String LAUNCHER = "footfall.launcher";

    private final Console console;
    private final ShipDaemon service;

    DaemonCommands(Console console) {
        this.console = console;
        this.service = new ShipDaemon(console.environment(), System.getProperty("os.name"));
    }

    ShipDaemon service() {
        return service;
    }

    /** {@code words}: the command after the launcher. */
    int install(List<String> words) throws Exception {
        var command = new ArrayList<>(List.of(launcher()));
        command.addAll(words);
        var outcome = service.install(command);
        console.say("wrote " + outcome.file());
        if (outcome.problem() != null) {
            return unfinished(outcome, "the service is not started");
        }
        console.say("the service is started; see footfall ship --status");
        return ExitCodes.OK;
    }

    int uninstall() throws Exception {
        var outcome = service.uninstall();
        console.say("deleted " + outcome.file());
        return outcome.problem() == null ? ExitCodes.OK : unfinished(outcome, "the service may still be running");
    }

    private int unfinished(ShipDaemon.Outcome outcome, String state) {
        console.say(state + ": " + outcome.problem());
        console.say("to finish, run: " + String.join(" && ", outcome.commands()));
        return ExitCodes.FAILED;
    }

    private static String launcher() throws CommandFailed {
        var launcher = System.getProperty(LAUNCHER);
        if (launcher == null || !Files.isExecutable(Path.of(launcher))) {
            throw new CommandFailed("a service needs footfall's launcher; start footfall by the script named footfall");
        }
        return launcher;
    }
}
