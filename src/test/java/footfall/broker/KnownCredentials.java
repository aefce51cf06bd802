package footfall.broker;

import footfall.folder.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Credentials of an embedded broker, for clients in other processes and for those that start before it. */
public final class KnownCredentials {
    private KnownCredentials() {}

    /** For the broker that is, or will be, in the directory and on the port. */
    public static Map<String, String> client(Path directory, int port) {
        try {
            OwnerOnly.folder(directory);
            return BrokerDirectory.Credentials.of(directory)
                    .client(EmbeddedBroker.ServerProperties.bootstrapServers(port));
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    /** Options of a command that is to use these properties and more, kept in a file of the folder. */
    public static List<String> options(Path folder, Map<String, String> client, Map<String, String> more) {
        var all = new HashMap<>(client);
        all.putAll(more);
        try {
            var file = Files.createTempFile(folder, "client", ".properties");
            Files.writeString(file, ClientProperties.text(all));
            return List.of("--config", file.toString());
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }
}
