package footfall.cli;

import footfall.run.RunningBroker;
import java.nio.file.Path;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "client-properties",
        header = "Print Kafka client properties for the broker of `footfall up`.",
        description = {
            "Prints Kafka client properties with the address and the password of the broker that runs with this data "
                    + "folder. Keep them secret: they give access to all its topics. While the broker runs, the same "
                    + "properties are in the file broker/client.properties of the data folder, which only you can read."
        },
        footer = {
            "  footfall topics describe --config <(footfall client-properties)",
            "  footfall client-properties --data-dir DIR     for an `up` with another data folder",
            "  footfall client-properties --json"
        })
final class ClientPropertiesCommand extends SettingsCommand {
    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "The data folder of the running `up`. Default: the key data_dir.")
    private Path data;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        var options = data == null ? settingsOptions : settingsOptions.with("data_dir=" + data);
        var client = new RunningBroker(options.read(console)).client();
        if (json) {
            JsonOut.printObject(console, new TreeMap<>(client));
            return ExitCodes.OK;
        }
        try (var out = console.writer()) {
            out.write(RunningBroker.text(client));
        }
        return ExitCodes.OK;
    }
}
