package footfall;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.LongSuite;
import footfall.testkit.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The archives that {@code mvn package} makes, unpacked and started as their users do. */
@Timeout(300)
class ArchivesIT {
    private static final Path STORY = Path.of("src/test/stories/several-calls-in-a-line/transcript.jsonl");
    private static final List<String> NOT_SHIPPED = List.of("kafka-streams-", "rocksdbjni-", "kafka-server-", "scala-");
    private static final long SHIPPER_BYTES_MAX = 40_000_000;
    private static final long CONNECT_BYTES_MAX = 4_000_000;

    @TempDir
    Path folder;

    /** What a program printed, and its exit code. */
    private record Ran(int exit, String out, String err) {}

    private static String version() throws IOException {
        var build = new Properties();
        try (var in = ArchivesIT.class.getResourceAsStream("/footfall/build.properties")) {
            build.load(in);
        }
        return build.getProperty("version");
    }

    private static Path archive(String name) throws IOException {
        var archive = Path.of("target", name + "-" + version() + ".tar.gz").toAbsolutePath();
        Assumptions.assumeTrue(Files.exists(archive), archive + " is missing; mvn package makes it");
        return archive;
    }

    /** A file in place of the folder for class-data archives keeps a run from creating one after its test. */
    private Path unpacked(String name) throws Exception {
        var archive = archive(name);
        assertThat(run(folder, "tar", "xzf", archive.toString(), "-C", folder.toString()))
                .isEqualTo(new Ran(0, "", ""));
        var home = folder.resolve(name + "-" + version());
        Files.writeString(home.resolve("cds"), "");
        return home;
    }

    private Ran run(Path in, String... words) throws Exception {
        var out = Files.createTempFile("footfall", "out");
        var err = Files.createTempFile("footfall", "err");
        try {
            var start = new ProcessBuilder(words)
                    .directory(in.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            start.environment().keySet().removeIf(variable -> variable.startsWith("FOOTFALL_"));
            start.environment().put("JAVA_HOME", System.getProperty("java.home"));
            start.environment().put("HOME", folder.resolve("user").toString());
            int exit = start.start().waitFor();
            return new Ran(exit, Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    private Ran footfall(Path home, String... arguments) throws Exception {
        var words = new ArrayList<>(List.of(home.resolve("footfall").toString()));
        words.addAll(Arrays.asList(arguments));
        return run(folder, words.toArray(String[]::new));
    }

    /** The Dockerfile and the pages name an archive by a pattern. */
    @Test
    void thereIsNoArchiveOfAnotherVersion() throws Exception {
        var expected = archive("footfall").getFileName().toString();
        assertThat(names(Path.of("target")))
                .filteredOn(name -> name.matches("footfall-\\d.*\\.tar\\.gz"))
                .containsExactly(expected);
    }

    private static List<String> names(Path in) throws IOException {
        try (var files = Files.list(in)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static void assertLicensed(Path home) throws IOException {
        var listed = Files.readAllLines(home.resolve("licenses/THIRD-PARTY.txt"));
        var texts = names(home.resolve("licenses"));
        assertThat(listed.stream().map(line -> line.split(" \\| ")[0]).sorted()).isEqualTo(names(home.resolve("lib")));
        assertThat(listed)
                .allSatisfy(line -> assertThat(line.split(" \\| ")[1].split("; "))
                        .anyMatch(licence -> texts.contains(licence + ".txt")));
    }

    /** The bill of materials names each library with its hash, and nothing else. */
    private static void assertBilled(Path home) throws Exception {
        var bom = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(home.resolve("bom.xml").toFile());
        var xpath = XPathFactory.newDefaultInstance().newXPath();
        var billed = new ArrayList<String>();
        var count = Integer.parseInt(xpath.evaluate("count(/bom/components/component)", bom));
        for (int at = 1; at <= count; at++) {
            var component = "/bom/components/component[%d]/".formatted(at);
            billed.add(xpath.evaluate(
                    "concat(%1$sname, '-', %1$sversion, '.jar ', %1$shashes/hash[@alg='SHA-256'])".formatted(component),
                    bom));
        }
        var there = new ArrayList<String>();
        for (var jar : names(home.resolve("lib"))) {
            var hash = MessageDigest.getInstance("SHA-256")
                    .digest(Files.readAllBytes(home.resolve("lib").resolve(jar)));
            there.add(jar + " " + HexFormat.of().formatHex(hash));
        }
        assertThat(billed).containsExactlyInAnyOrderElementsOf(there);
        assertThat(xpath.evaluate("/bom/metadata/component/version", bom)).isEqualTo(version());
    }

    private static List<String> tree(Path home) throws IOException {
        try (var files = Files.walk(home)) {
            return files.map(Path::toString).sorted().toList();
        }
    }

    @Test
    @LongSuite
    void theFullArchiveRunsFromAnyFolderAndThroughALink() throws Exception {
        var home = unpacked("footfall");
        assertLicensed(home);
        assertBilled(home);
        var link = Files.createSymbolicLink(
                Files.createDirectories(folder.resolve("bin")).resolve("footfall"), home.resolve("footfall"));
        var ran = run(folder, link.toString(), "--version");
        assertThat(ran.out()).startsWith("footfall " + version() + " (build ");
        assertThat(ran.err()).isEmpty();
        var story = STORY.toAbsolutePath().toString();
        assertThat(run(folder, link.toString(), "turns", "--json", "--min-length", "1", "--from", story))
                .isEqualTo(footfall(home, "turns", "--json", "--min-length", "1", "--from", story))
                .satisfies(turns -> assertThat(turns.out()).contains("\"session_id\":\"s1\""));
        var once = run(folder, link.toString(), "up", "--once", "--home", story);
        assertThat(once.exit()).isZero();
        assertThat(once.out()).startsWith("turns 1, sessions 1, steps 4, ");
        assertThat(once.err()).isEmpty();
    }

    @Test
    @LongSuite
    void completionAndManualPagesAreThoseOfTheCommands() throws Exception {
        for (var name : List.of("footfall", "footfall-shipper")) {
            var home = unpacked(name);
            for (var shell : List.of("bash", "zsh")) {
                assertThat(footfall(home, "completion", shell).out())
                        .isEqualTo(Files.readString(home.resolve("completion/footfall." + shell)));
            }
            var pages = folder.resolve(name + "-pages");
            assertThat(footfall(home, "man", pages.toString()).exit()).isZero();
            assertThat(names(home.resolve("man/man1")))
                    .isEqualTo(names(pages))
                    .allSatisfy(page -> assertThat(home.resolve("man/man1").resolve(page))
                            .hasSameTextualContentAs(pages.resolve(page)));
        }
    }

    @Test
    void anInstalledArchiveIsNotWrittenTo() throws Exception {
        var home = unpacked("footfall-shipper");
        Files.delete(home.resolve("cds"));
        assertThat(run(folder, "chmod", "-R", "a-w,a+rX", home.toString()).exit())
                .isZero();
        assertThat(run(folder, "chmod", "a+rx", folder.toString()).exit()).isZero();
        var user = new ArrayList<String>();
        if (Files.isWritable(home)) {
            Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "root, and there is no setpriv");
            user.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
        }
        var before = tree(home);
        user.addAll(List.of(home.resolve("footfall").toString(), "--version"));
        var ran = run(folder, user.toArray(String[]::new));
        assertThat(ran.out()).startsWith("footfall " + version() + " (build ");
        assertThat(ran.err()).isEmpty();
        assertThat(tree(home)).isEqualTo(before);
        assertThat(run(folder, "chmod", "-R", "u+w", home.toString()).exit()).isZero();
    }

    /** {@code PostgresSinkIT} runs it in a worker. */
    @Test
    void thePluginOfAConnectWorkerIsSmallAndHasTheConfigurations() throws Exception {
        assertThat(archive("footfall-connect"))
                .satisfies(file -> assertThat(Files.size(file)).isLessThan(CONNECT_BYTES_MAX));
        var home = unpacked("footfall-connect");
        assertLicensed(home);
        assertBilled(home);
        assertThat(names(home.resolve("lib"))).hasSize(4).allMatch(jar -> jar.startsWith("jackson-"));
        assertThat(names(home.resolve("connectors")))
                .containsExactly(
                        "README.md", "file.json", "grafana", "pom.xml", "postgres.json", "sql", "worker.properties");
    }

    @Test
    @LongSuite
    void theShipperArchiveIsSmallAndReadsAndShips() throws Exception {
        assertThat(archive("footfall-shipper"))
                .satisfies(file -> assertThat(Files.size(file)).isLessThan(SHIPPER_BYTES_MAX));
        var home = unpacked("footfall-shipper");
        assertLicensed(home);
        assertBilled(home);
        assertThat(names(home.resolve("lib")))
                .noneMatch(jar -> NOT_SHIPPED.stream().anyMatch(jar::startsWith));
        var story = STORY.toAbsolutePath().toString();
        var sent = footfall(home, "ship", "--dry-run", "--home", story);
        assertThat(sent.exit()).isZero();
        assertThat(sent.out().lines())
                .hasSize(Files.readAllLines(STORY).size())
                .allMatch(line -> line.startsWith("{\"topic\":\"footfall.lines\""));
        for (var command : List.of(
                List.of("turns", "--json", "--min-length", "1", "--from", story),
                List.of("sessions", "--from", story),
                List.of("events", story),
                List.of(
                        "extract",
                        "--from",
                        story,
                        "--out-dir",
                        folder.resolve("usage").toString()),
                List.of("session", "s1", "--from", story),
                List.of("brief", story),
                List.of("config"),
                List.of("doctor"))) {
            assertThat(footfall(home, command.toArray(String[]::new)).exit())
                    .as(command.toString())
                    .isZero();
        }
    }

    /** The HTTP server is started first, so its libraries are there. */
    @Test
    void theShipperArchiveShipsAndServes() throws Exception {
        var home = unpacked("footfall-shipper");
        var broker = "127.0.0.1:" + Ports.free();
        var ran = footfall(
                home,
                "ship",
                "--once",
                "--home",
                STORY.toAbsolutePath().toString(),
                "--bootstrap-servers",
                broker,
                "--set",
                "serve=on",
                "--set",
                "serve_port=0");
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err())
                .contains("footfall: no answer from Kafka at " + broker)
                .doesNotContain("Exception");
    }

    @Test
    void aCommandOfTheFullArchiveIsRefusedByItsName() throws Exception {
        var home = unpacked("footfall-shipper");
        for (var command : List.of("up", "stream", "relay", "export --format svg")) {
            var refusal = new Ran(
                    1,
                    "",
                    "footfall: the shipper archive does not contain the command " + command + "; install footfall-"
                            + version() + ".tar.gz to use it\n");
            assertThat(footfall(home, (command + " --help").split(" "))).isEqualTo(refusal);
        }
        var help = footfall(home, "help").out();
        assertThat(help)
                .contains("This is the shipper archive. footfall-" + version() + ".tar.gz also has: up, stream, relay,")
                .containsPattern("relay,\\s+export\\s+--format\\s+svg\\.\n")
                .contains("  ship ")
                .doesNotContain("  footfall up")
                .doesNotContainPattern("(?m)^  (up|stream|relay) ");
    }
}
