package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.config.Environment;
import footfall.report.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service of a shipper, with programs in place of systemctl and launchctl that write down their arguments. */
class ShipDaemonTest {
    private static final List<String> COMMAND =
            List.of("/opt/my tools/footfall", "ship", "--config", "/etc/100%.properties");

    @TempDir
    Path home;

    private final Map<String, String> variables = new HashMap<>();

    @BeforeEach
    void userOfJava17() {
        variables.put("HOME", home.toString());
        variables.put("PATH", home.resolve("bin").toString());
        variables.put("JAVA_HOME", "/java");
        variables.put("FOOTFALL_ERRORS", "off");
        variables.put("CLAUDE_CONFIG_DIR", "/agents");
        variables.put("SECRET_OF_ANOTHER_PROGRAM", "s");
    }

    private ShipDaemon on(String system) {
        return new ShipDaemon(new Environment(variables), system);
    }

    private void program(String name, String script) throws IOException {
        var file = Files.createDirectories(home.resolve("bin")).resolve(name);
        Files.writeString(file, "#!/bin/sh\necho \"" + name + " $*\" >> \"$HOME/calls\"\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(home.resolve("calls"));
    }

    @Test
    void aUnitIsWrittenAndStarted() throws Exception {
        program("systemctl", "");
        var service = on("Linux");
        var unit = home.resolve(".config/systemd/user/footfall-ship.service");
        assertThat(service.install(COMMAND)).isEqualTo(new ShipDaemon.Outcome(unit, null, List.of()));
        assertThat(calls())
                .containsExactly(
                        "systemctl --user daemon-reload",
                        "systemctl --user enable footfall-ship.service",
                        "systemctl --user restart footfall-ship.service");
        assertThat(unit).content().contains("""
                    ExecStart=:"/opt/my tools/footfall" "ship" "--config" "/etc/100%%.properties"
                    Environment="CLAUDE_CONFIG_DIR=/agents"
                    Environment="FOOTFALL_ERRORS=off"
                    Environment="JAVA_HOME=/java"
                    Restart=on-failure
                    """).doesNotContain("SECRET");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(unit)))
                .isEqualTo("rw-------");
    }

    @Test
    void whereThereIsNoUserManagerTheRestIsNamed() throws Exception {
        program("systemctl", "echo 'Failed to connect to bus' >&2; exit 1\n");
        var outcome = on("Linux").install(COMMAND);
        assertThat(outcome.file()).exists();
        assertThat(outcome.problem()).isEqualTo("Failed to connect to bus");
        assertThat(outcome.commands())
                .containsExactly(
                        "systemctl --user daemon-reload",
                        "systemctl --user enable footfall-ship.service",
                        "systemctl --user restart footfall-ship.service");
        variables.put("PATH", "");
        assertThat(on("Linux").install(COMMAND).problem()).isEqualTo("systemctl is not on the PATH");
    }

    @Test
    void uninstallUndoesInstall() throws Exception {
        program("systemctl", "");
        var service = on("Linux");
        service.install(COMMAND);
        Files.delete(home.resolve("calls"));
        assertThat(service.uninstall().problem()).isNull();
        assertThat(calls())
                .containsExactly(
                        "systemctl --user disable --now footfall-ship.service", "systemctl --user daemon-reload");
        assertThat(service.file()).doesNotExist();
        assertThatThrownBy(service::uninstall)
                .isInstanceOf(UserError.class)
                .hasMessage("no shipper service is installed: " + service.file() + " does not exist");
    }

    @Test
    void aServiceThatCannotBeReachedIsDeletedAndTheRestIsNamed() throws Exception {
        program("systemctl", "echo 'Failed to connect to bus' >&2; exit 1\n");
        var service = on("Linux");
        service.install(COMMAND);
        assertThat(service.uninstall())
                .isEqualTo(new ShipDaemon.Outcome(
                        service.file(),
                        "Failed to connect to bus",
                        List.of("systemctl --user stop footfall-ship.service", "systemctl --user daemon-reload")));
        assertThat(service.file()).doesNotExist();
    }

    @Test
    void theStateIsThatOfTheServiceManager() throws Exception {
        program("systemctl", "echo activating\n");
        var service = on("Linux");
        assertThat(service.state()).isNull();
        service.install(COMMAND);
        assertThat(service.state()).isEqualTo("activating");
        program("systemctl", "echo 'Failed to connect to bus'; exit 1\n");
        assertThat(service.state()).isEqualTo("unknown");
    }

    @Test
    void aLaunchAgentIsBootstrappedAndReplaced() throws Exception {
        program("launchctl", "");
        var service = on("Mac OS X");
        var agent = home.resolve("Library/LaunchAgents/footfall.ship.plist");
        var domain = "gui/" + Files.getAttribute(home, "unix:uid");
        assertThat(service.install(COMMAND)).isEqualTo(new ShipDaemon.Outcome(agent, null, List.of()));
        service.install(COMMAND);
        assertThat(service.state()).isEqualTo("loaded");
        assertThat(service.uninstall().problem()).isNull();
        assertThat(agent).doesNotExist();
        assertThat(calls())
                .containsExactly(
                        "launchctl bootstrap " + domain + " " + agent,
                        "launchctl bootout " + domain + "/footfall.ship",
                        "launchctl bootstrap " + domain + " " + agent,
                        "launchctl print " + domain + "/footfall.ship",
                        "launchctl bootout " + domain + "/footfall.ship");
    }

    @Test
    void aLauncherThatSystemdRefusesIsNamed() {
        assertThatThrownBy(() -> on("Linux").install(List.of("/opt/\"x\"/footfall", "ship")))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith("systemd starts no program whose path contains quotes or a backslash: ");
        assertThat(home.resolve(".config")).doesNotExist();
    }
}
