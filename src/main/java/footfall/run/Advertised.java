package footfall.run;

import footfall.config.SettingKeys;
import footfall.config.Settings;
import java.net.URI;
import java.util.Optional;
import java.util.Set;

/** The address at which the other instances of a topology ask this one. */
final class Advertised {
    private static final Set<String> WILDCARDS = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");

    private Advertised() {}

    /**
     * The setting, else where the server listens; the port is the server's unless the setting names one. Empty for a
     * server that listens on all addresses and has no setting: others could not know which one reaches it.
     */
    static Optional<String> address(Settings config, URI server) {
        var advertised = config.get(SettingKeys.SERVE_ADVERTISED);
        if (!advertised.isEmpty()) {
            return Optional.of(advertised.matches(".*:\\d+") ? advertised : advertised + ":" + server.getPort());
        }
        return WILDCARDS.contains(config.get(SettingKeys.SERVE_ADDRESS))
                ? Optional.empty()
                : Optional.of(server.getHost() + ":" + server.getPort());
    }
}
