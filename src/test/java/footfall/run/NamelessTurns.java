package footfall.run;

import footfall.config.Config;
import footfall.config.Environment;
import footfall.redact.Identity;
import footfall.testkit.Shipment;
import footfall.testkit.TurnText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The turns of a home whose shipper names neither its host, which is a container's, nor its user. */
final class NamelessTurns {
    /** Settings of that shipper. */
    static final Map<String, String> ENVIRONMENT =
            Map.of("FOOTFALL_IDENTITY_HOST", "off", "FOOTFALL_IDENTITY_USER", "off");

    private NamelessTurns() {}

    /** From the redacted lines, read as files, by footfall's default settings. */
    static Map<String, String> of(Path home) throws Exception {
        var settings = Config.read(new Environment(Map.of("HOME", home.toString())), new Config.Flags(null, List.of()));
        return TurnText.of(Shipment.below(home, new Identity(null, null))
                .turns(settings.topologySettings().turnRules())
                .values());
    }
}
