package footfall.cli;

import footfall.config.Environment;
import footfall.config.Settings;
import footfall.report.FailureReason;
import footfall.run.Finding.CheckedCluster;
import footfall.run.RunningBroker;
import footfall.screen.SafeText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Options that name a Kafka cluster and the client properties to connect to it. */
final class ClusterOptions {
    private static final Pattern BROKERS = Pattern.compile("(?:[^\\s,/]+:\\d{1,5})(?:,[^\\s,/]+:\\d{1,5})*");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = {"--bootstrap-servers", "--bootstrap-server"},
            paramLabel = "BROKERS",
            scope = ScopeType.INHERIT,
            description = "Kafka brokers, as HOST:PORT,HOST:PORT,...; overrides bootstrap.servers of --config.")
    private String servers;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "Kafka client properties, such as TLS and SASL settings.")
    private Path file;

    /**
     * Kafka client properties, including {@code bootstrap.servers}. For the embedded broker of an {@code up}
     * with the same data folder, its credentials are added.
     */
    Map<String, String> client(Settings settings) throws CommandFailed {
        var client = file == null ? new HashMap<String, String>() : read(file);
        if (servers != null && !servers.isBlank()) {
            client.put("bootstrap.servers", servers);
        }
        if (client.getOrDefault("bootstrap.servers", "").isBlank()) {
            throw new ParameterException(
                    command.commandLine(),
                    "no Kafka cluster given; add --bootstrap-servers HOST:PORT, or --config FILE "
                            + "with bootstrap.servers");
        }
        return new RunningBroker(settings).withCredentials(client);
    }

    /** The cluster that is named, else that of an {@code up} with the same data folder, if it is running. */
    Optional<CheckedCluster> target(Settings settings, SettingsOptions typed) throws CommandFailed {
        if (isGiven()) {
            return Optional.of(new CheckedCluster(client(settings), file, words(asTyped(), typed)));
        }
        return new RunningBroker(settings).found().map(own -> {
            var servers = List.of("--bootstrap-servers", own.get("bootstrap.servers"));
            return new CheckedCluster(own, null, words(servers, typed));
        });
    }

    private static String words(List<String> cluster, SettingsOptions settings) {
        return ShellWords.of(
                Stream.concat(cluster.stream(), settings.asTyped().stream()).toList());
    }

    /** The options as arguments of a command. */
    List<String> asTyped() {
        var words = new ArrayList<String>();
        if (servers != null) {
            words.addAll(List.of("--bootstrap-servers", servers));
        }
        if (file != null) {
            words.addAll(ShellWords.option("--config", List.of(file)));
        }
        return words;
    }

    /** The same, for a command that starts in another folder. */
    List<String> asTypedAnywhere() {
        var anywhere = new ClusterOptions();
        anywhere.servers = servers;
        anywhere.file = file == null ? null : file.toAbsolutePath();
        return anywhere.asTyped();
    }

    /** The command that creates the topics of this cluster. */
    String topicsWay(SettingsOptions settings) {
        return "footfall topics create " + words(asTyped(), settings);
    }

    /** What a person answered: a file of client properties, or brokers. */
    void take(String answer, Environment environment) throws CommandFailed {
        if (BROKERS.matcher(answer).matches()) {
            servers = answer;
            return;
        }
        var named = environment.path(answer);
        if (!Files.isRegularFile(named)) {
            throw new CommandFailed("'" + SafeText.of(answer) + "' is neither HOST:PORT nor a file");
        } else if (read(named).getOrDefault("bootstrap.servers", "").isBlank()) {
            throw new CommandFailed(SafeText.of(answer) + " has no bootstrap.servers");
        }
        file = named;
    }

    boolean isGiven() {
        return servers != null || file != null;
    }

    private static Map<String, String> read(Path file) throws CommandFailed {
        var properties = new Properties();
        try (var in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(in);
        } catch (IOException | IllegalArgumentException why) {
            var reason = why instanceof IOException unread ? FailureReason.of(unread) : why.getMessage();
            throw new CommandFailed("cannot read " + file + " (--config): " + reason
                    + "; name a readable file of Kafka client properties");
        }
        var client = new HashMap<String, String>();
        properties.stringPropertyNames().forEach(name -> client.put(name, properties.getProperty(name)));
        return client;
    }
}
