package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Ports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code footfall forget} says before it sends anything. */
class ForgetCommandTest {
    private static final String HELP = "footfall: see 'footfall topics forget --help'\n";

    @TempDir
    Path home;

    private static Terminal.Ran wrong(String message) {
        return new Terminal.Ran(2, "", "footfall: " + message + "\n" + HELP);
    }

    @Test
    void oneSessionOrOneUserIsNamed() {
        var terminal = new Terminal(home);
        var message = wrong("give exactly one of --session, --project, --user and --me");
        assertThat(terminal.run("forget")).isEqualTo(message);
        assertThat(terminal.run("forget", "--session", "s1", "--me")).isEqualTo(message);
        assertThat(terminal.run("forget", "--project", "shop", "--me")).isEqualTo(message);
        assertThat(terminal.run("forget", "--project", " ")).isEqualTo(wrong("--project must not be empty"));
        assertThat(terminal.run("forget", "--user", " ")).isEqualTo(wrong("--user must not be empty"));
        assertThat(terminal.run("forget", "--session", "s1", "--wait", "-1").exit())
                .isEqualTo(2);
    }

    @Test
    void thePseudonymThatReadersSeeNamesNobody() {
        assertThat(new Terminal(home).run("forget", "--user", "u-vt3fyoy4wh"))
                .isEqualTo(wrong("u-vt3fyoy4wh is the pseudonym that readers of the API see; name the user as an admin"
                        + " sees it (serve_admin_token_file), or as in the field user of turns on the topics"));
    }

    @Test
    void withoutARunningUpAClusterIsNamed() {
        assertThat(new Terminal(home).run("forget", "--session", "s1"))
                .isEqualTo(new Terminal.Ran(
                        2,
                        "",
                        "footfall: no Kafka cluster given; add --bootstrap-servers HOST:PORT, or --config FILE with"
                                + " bootstrap.servers\nfootfall: see 'footfall topics --help'\n"));
    }

    @Test
    void nothingIsSentWithoutAConfirmation() throws IOException {
        var nobody = "127.0.0.1:" + Ports.free();
        var command = new String[] {"forget", "--session", "s\u001b[1m1", "--bootstrap-servers", nobody};
        assertThat(new Terminal(home).run(command)).isEqualTo(wrong("nobody can confirm the deletion here; add --yes"));
        for (var answer : new String[] {"n\n", "\n", "", "yesterday\n"}) {
            var ran = new Terminal(home)
                    .watching()
                    .typing(answer.getBytes(StandardCharsets.UTF_8))
                    .run(command);
            assertThat(ran)
                    .isEqualTo(new Terminal.Ran(
                            1,
                            "",
                            "Delete everything of session s\\u001b[1m1 from the topics of Kafka at " + nobody
                                    + "? This cannot be undone. [y/N] footfall: nothing was sent\n"));
        }
    }

    @Test
    void whoeverMeansThemselvesHasSentSomethingFromThisDataFolder() {
        var key = home.resolve(".footfall/identity.key");
        assertThat(new Terminal(home).run("forget", "--me", "--bootstrap-servers", "127.0.0.1:1"))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: " + key
                                + " does not exist, so nothing was sent from this data folder; name the folder"
                                + " of your shipper with --set data_dir=DIR, or the user with --user\n"));
        assertThat(key).doesNotExist();
        assertThat(new Terminal(home)
                        .run("forget", "--me", "--bootstrap-servers", "127.0.0.1:1", "--set", "identity_user=off"))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: identity_user is off, so records have no user; name each session with --session\n"));
    }
}
