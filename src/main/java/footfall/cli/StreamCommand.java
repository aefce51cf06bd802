package footfall.cli;

import footfall.config.SettingKeys;
import footfall.run.Stream;
import java.nio.file.Path;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "stream",
        header = "Run the topology on a Kafka cluster that has footfall's topics.",
        description = "Reads the lines that shippers send; writes turns, invocations, sessions and alerts. Instances "
                + "with the same application ID share the partitions. Runs until you stop it (q, Ctrl-C, SIGTERM).",
        footer = {
            "  footfall topics create --bootstrap-servers kafka:9092          once, before the first start",
            "  footfall stream --bootstrap-servers kafka:9092                 run with the live view",
            "  footfall stream --config client.properties --threads 4 --no-changes 2>> footfall.log",
            "  footfall stream --config client.properties --state /var/lib/footfall --json"
        })
final class StreamCommand extends SettingsCommand {
    private static final Pattern APPLICATION_ID = Pattern.compile("[A-Za-z0-9._-]{1,200}");

    @Mixin
    private ClusterOptions cluster;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Stream threads of this instance. Default: the key threads.")
    private Integer threads;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "Folder of the state stores. Default: stream/ in the folder data_dir.")
    private Path state;

    @Option(
            names = "--application-id",
            paramLabel = "ID",
            description = "The Kafka Streams application ID, which names the consumer group, changelogs and "
                    + "transactions. Default: the key topic_prefix without its last dot.")
    private String applicationId;

    @Option(
            names = "--static-membership",
            description = "Keep the partitions of this instance while it restarts, until the session timeout. "
                    + "Without it, other instances continue with them at once.")
    private boolean staticMembership;

    @Mixin
    private RunDisplay.Options display;

    @Override
    public Integer call() throws Exception {
        var settings = settings();
        int count = threads == null ? settings.get(SettingKeys.THREADS) : threads;
        atLeast(1, "--threads", count);
        if (applicationId != null && !isApplicationId(applicationId)) {
            throw usage("invalid application ID \"" + applicationId
                    + "\"; use at most 200 letters, digits, \".\", \"_\" " + "and \"-\"");
        }
        var folder = state == null ? settings.get(SettingKeys.DATA_DIR).resolve("stream") : state;
        if (console.isErrScreen()) {
            console.say("starting the topology ...");
        }
        try (var running = Stream.start(
                settings,
                new Stream.Settings(
                        cluster.client(settings),
                        folder,
                        count,
                        applicationId,
                        staticMembership,
                        cluster.topicsWay(settingsOptions)),
                console::say)) {
            running.lacking().forEach(console::say);
            return display.display(console, settings).until(running);
        }
    }

    /** Topics, a folder and a lock file start with it. */
    private static boolean isApplicationId(String id) {
        return APPLICATION_ID.matcher(id).matches() && !id.equals(".") && !id.equals("..");
    }
}
