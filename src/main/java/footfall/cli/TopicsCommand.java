package footfall.cli;

import footfall.run.ClusterTopics;
import java.io.IOException;
import java.util.List;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

@Command(
        name = "topics",
        description = "Create or check the topics of a cluster; forget what was sent.",
        footer = {
            "  footfall topics create --bootstrap-servers kafka:9092     create missing topics",
            "  footfall topics check --config client.properties          exit code 1 if a topic differs",
            "  footfall topics describe --config client.properties",
            "  footfall topics schemas --registry http://registry:8081   register the schemas of the topics",
            "  footfall topics forget --session ID                       delete a session that was sent"
        })
final class TopicsCommand extends SettingsCommand {
    private static final String PARTITIONS = "Partitions of each topic. Default: as most existing topics have; else "
            + "the key partitions if set, else 24.";

    @Mixin
    ClusterOptions cluster;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print JSON.")
    boolean json;

    @Override
    public Integer call() {
        throw usage("expected create, check, describe, schemas or forget");
    }

    @Command(
            name = "create",
            mixinStandardHelpOptions = true,
            description = "Creates missing topics and waits for their leaders. Never changes an existing topic.")
    int create(@Option(names = "--partitions", paramLabel = "N", description = PARTITIONS) Integer partitions)
            throws Exception {
        var made = topics(partitions).create();
        var table = Table.of(made).text("TOPIC", one -> one.topic()).text("RESULT", one -> one.result());
        print(made, table, "no topics");
        if (made.stream().anyMatch(one -> one.result().equals("differs"))) {
            console.say("the configuration of some topics differs from what footfall expects; list it with: "
                    + "footfall topics check "
                    + ShellWords.of(where(partitions)));
        }
        return ExitCodes.OK;
    }

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description =
                    "Compares the topics with what footfall expects, and says which differences hurt. Exit code 1 if a "
                            + "topic differs.")
    int check(@Option(names = "--partitions", paramLabel = "N", description = PARTITIONS) Integer partitions)
            throws Exception {
        var differences = topics(partitions).check();
        var table = Table.of(differences)
                .text("TOPIC", one -> one.topic())
                .text("WHAT", one -> one.what())
                .text("EXPECTED", one -> one.expected())
                .text("ACTUAL", one -> one.actual())
                .text("HURTS", one -> one.hurts() ? "yes" : "no")
                .longText("WHY", one -> one.why());
        print(differences, table, "all topics match");
        return differences.isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
    }

    @Command(name = "describe", mixinStandardHelpOptions = true, description = "Describes the existing topics.")
    int describe() throws Exception {
        var descriptions = topics(null).describe();
        var table = Table.of(descriptions)
                .text("TOPIC", one -> one.topic())
                .number("PARTITIONS", one -> one.partitions() == 0 ? "missing" : one.partitions())
                .number("LEADERLESS", one -> one.leaderless())
                .number("BYTES", one -> one.bytes() != null ? one.bytes() : isHidden(one) ? "not permitted" : "unknown")
                .longText("CONFIGS", one -> new TreeMap<>(one.configs()));
        print(descriptions, table, "no topics");
        if (descriptions.stream().anyMatch(TopicsCommand::isHidden)) {
            console.say("this user may not read sizes; ask its administrator for Describe on the cluster");
        }
        return ExitCodes.OK;
    }

    /** Leaders report no sizes to this user. */
    private static boolean isHidden(ClusterTopics.TopicStatus topic) {
        return topic.bytes() == null && topic.leaderless() == 0;
    }

    private void print(List<?> records, Table table, String none) throws IOException {
        new ResultPrinter(console, this, json).print(records, table, none);
    }

    private List<String> where(Integer partitions) {
        var words = cluster.asTyped();
        if (partitions != null) {
            words.addAll(List.of("--partitions", partitions.toString()));
        }
        words.addAll(settingsOptions.asTyped());
        return words;
    }

    private ClusterTopics topics(Integer partitions) throws Exception {
        if (partitions != null) {
            atLeast(1, "--partitions", partitions);
        }
        var settings = settings();
        return new ClusterTopics(cluster.client(settings), settings, partitions);
    }
}
