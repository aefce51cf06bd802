package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.ChildJava;
import footfall.testkit.LongSuite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code relay} refuses before it connects. No message contains the address of the receiver. */
class RelayCommandTest {
    private static final String HIDDEN = "hidden-part-of-the-address";

    @TempDir
    Path folder;

    private Terminal.Ran run(String... options) {
        var arguments = Stream.concat(Stream.of("relay", "--bootstrap-servers", "127.0.0.1:1"), Stream.of(options));
        var ran = new Terminal(folder).run(arguments.toArray(String[]::new));
        assertThat(ran.out() + ran.err()).doesNotContain(HIDDEN);
        return ran;
    }

    private String said(int exit, String... options) {
        var ran = run(options);
        assertThat(ran.exit()).as(ran.err()).isEqualTo(exit);
        return ran.err().lines().findFirst().orElse("");
    }

    private Path file(String content, String permissions) throws Exception {
        var file = Files.createTempFile(folder, "hook", "");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        return Files.writeString(file, content + "\n");
    }

    @Test
    void theReceiverIsNamedOnceAndSafely() throws Exception {
        assertThat(said(2)).isEqualTo("footfall: no receiver given; add --webhook-file FILE, or --webhook URL");
        assertThat(said(2, "--webhook", "https://a.example", "--webhook-file", "f"))
                .isEqualTo("footfall: --webhook and --webhook-file exclude each other; give one of them");
        assertThat(said(1, "--webhook", "http://a.example/" + HIDDEN))
                .isEqualTo("footfall: the URL of --webhook would be sent unencrypted; use https, or allow http with "
                        + "--allow-http");
        assertThat(said(1, "--webhook", "https:// " + HIDDEN))
                .isEqualTo("footfall: the URL of --webhook is not a URL with a host, such as "
                        + "https://example.com/hook");
        assertThat(said(1, "--webhook", "https://" + HIDDEN + "@a.example/"))
                .isEqualTo("footfall: the URL of --webhook contains a user name; the relay sends none");
        assertThat(said(1, "--webhook", "ftp://a.example/" + HIDDEN))
                .isEqualTo("footfall: the URL of --webhook begins with neither https:// nor http://");
        var open = file("https://a.example/" + HIDDEN, "rw-r--r--");
        assertThat(said(1, "--webhook-file", open.toString()))
                .isEqualTo("footfall: other users can read " + open + " (--webhook-file); restrict it with: chmod 600 "
                        + open);
        assertThat(said(1, "--webhook-file", folder.resolve("none").toString()))
                .isEqualTo("footfall: cannot read " + folder.resolve("none")
                        + " (--webhook-file): does not exist; name " + "a file that you can read");
    }

    @Test
    @LongSuite
    void aSecretIsCreatedOnceAndCheckedAndAClusterThatDoesNotAnswerIsNamed() throws Exception {
        var hook = file("http://127.0.0.1:1/" + HIDDEN, "rw-------").toString();
        var secret = folder.resolve("secret");
        assertThat(run("--webhook-file", hook, "--secret-file", secret.toString(), "--once")
                        .err()
                        .lines())
                .containsExactly(
                        "footfall: created " + secret + "; the receiver needs its content to verify messages",
                        "footfall: Kafka at 127.0.0.1:1 does not answer; check that it is running, the "
                                + "address with --bootstrap-servers, and whether it needs TLS or a login (--config)");
        assertThat(Files.readString(secret)).matches("whsec_[A-Za-z0-9+/]{43}=\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
                .isEqualTo("rw-------");
        var weak = file("secret", "rw-------");
        assertThat(said(1, "--webhook-file", hook, "--secret-file", weak.toString()))
                .isEqualTo("footfall: " + weak + " (--secret-file) is not whsec_ and 24 to 64 bytes in base64; delete "
                        + "it, and footfall creates a new one");
    }

    @Test
    void optionsAreChecked() {
        assertThat(said(2, "--level", "4")).isEqualTo("footfall: --level is 4; expected at most 3");
        assertThat(said(2, "--level", "0")).isEqualTo("footfall: --level is 0; expected at least 1");
        assertThat(said(2, "--group", "a b"))
                .isEqualTo("footfall: invalid group \"a b\"; use letters, digits, \".\", \"_\" and \"-\"");
        assertThat(said(2, "--dry-run", "--once")).isEqualTo("footfall: --dry-run cannot be combined with --once");
        assertThat(said(2, "--format", "email")).contains("json, cloudevents, slack, teams");
    }

    @Test
    void aDigestIsPostedOnceOrItIsSaidWhyNot() throws Exception {
        var digest = Files.writeString(folder.resolve("digest"), "1 Nov 2026 to 7 Nov 2026\n\nUsed\n  3 turns\n");
        try (var receiver = new Receiver(null)) {
            var hook = file(receiver.url(), "rw-------").toString();
            var sent = run("--digest", digest.toString(), "--webhook-file", hook);
            assertThat(sent.err()).isEmpty();
            assertThat(sent.out()).matches("sent footfall: 1 Nov 2026 to 7 Nov 2026, message [0-9a-f]{32}\n");
            assertThat(receiver.all()).hasSize(1);
            assertThat(sent.out()).contains(receiver.all().get(0).id());
            receiver.answers("", 410);
            assertThat(said(1, "--digest", digest.toString(), "--webhook-file", hook))
                    .isEqualTo("footfall: the receiver did not take the digest after 1 attempt: refused, status 410");
        }
        assertThat(run("--digest", digest.toString(), "--dry-run").out())
                .contains("\"digest\":\"1 Nov 2026 to 7 Nov 2026\\n\\nUsed\\n  3 turns\"");
        assertThat(said(1, "--digest", folder.resolve("none").toString(), "--dry-run"))
                .isEqualTo("footfall: cannot read " + folder.resolve("none")
                        + " (--digest): does not exist; name a file that you can read");
        assertThat(said(2, "--digest", "x", "--once"))
                .isEqualTo("footfall: --digest cannot be combined with --otlp, --level, --group or --once");
    }

    /** A pipe is no file: Java's stream of one cannot seek in it. */
    @Test
    void aDigestComesThroughAPipe() throws Exception {
        var command = new ArrayList<>(ChildJava.command());
        command.addAll(List.of(Main.class.getName(), "relay", "--digest", "-", "--dry-run"));
        var digest = Files.writeString(folder.resolve("piped"), "1 Nov 2026 to 7 Nov 2026\n");
        var processes = ProcessBuilder.startPipeline(List.of(
                new ProcessBuilder("cat", digest.toString()), new ProcessBuilder(command).redirectErrorStream(true)));
        try (var out = processes.get(1).inputReader()) {
            assertThat(out.lines().toList()).singleElement().asString().contains("1 Nov 2026 to 7 Nov 2026");
        }
        assertThat(processes.get(1).waitFor()).isZero();
    }
}
