package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Cluster;
import footfall.testkit.Story;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code doctor} on a real broker, before and after its topics are created. */
@Timeout(120)
class DoctorIT {
    @TempDir
    Path folder;

    private List<String> doctor(int exit, Path config) {
        var ran = new Terminal(folder).run("doctor", "--config", config.toString(), "--set", "topic_prefix=one.");
        assertThat(ran.exit()).as(ran.out() + ran.err()).isEqualTo(exit);
        return ran.out()
                .replaceAll("127.0.0.1:\\d+", "BROKER")
                .replaceAll("cluster \\S+,", "cluster ID,")
                .replace(config.toString(), "CONFIG")
                .lines()
                .dropWhile(line -> !line.matches(".*  broker .*"))
                .map(line -> line.replaceAll(" +", " "))
                .toList();
    }

    @Test
    void missingTopicsAreAnErrorUntilTheyAreCreated() throws Exception {
        try (var cluster = Cluster.start(folder.resolve("cluster"))) {
            var text = new StringBuilder();
            cluster.client().forEach((name, value) -> text.append(name + "=" + value + "\n"));
            var config = Files.writeString(folder.resolve("client.properties"), text);
            var before = doctor(1, config);
            assertThat(before.subList(0, 3))
                    .satisfies(lines -> assertThat(lines.get(0))
                            .isEqualTo("ok broker Kafka at BROKER answers, cluster ID, brokers 1"))
                    .satisfies(lines -> assertThat(lines.get(1))
                            .matches("ok versions Kafka client 4[.\\d]+; cluster features: .*metadata.version \\d+.*"))
                    .satisfies(lines ->
                            assertThat(lines.get(2)).isEqualTo("ok clock the broker's clock and this machine's agree"));
            assertThat(before.get(3)).startsWith("error topics missing: one.lines, one.turns, ");
            assertThat(before.get(4)).isEqualTo(" run: footfall topics create --config CONFIG");
            cluster.footfall("one", 4, Story.RULES);
            assertThat(doctor(0, config).get(3)).isEqualTo("ok topics all topics match");
        }
    }
}
