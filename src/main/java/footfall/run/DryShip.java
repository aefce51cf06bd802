package footfall.run;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.report.Reading;
import footfall.report.UserError;
import footfall.ship.LineRecords;
import footfall.ship.Shipping;
import footfall.tail.Excluded;
import footfall.tail.LocalDisk;
import footfall.wire.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The records that a shipper would send now, from its checkpoint on. Sends and saves nothing. */
public final class DryShip {
    private DryShip() {}

    /** A record to send; {@code headers} as strings, {@code value} as JSON. */
    public record OutgoingRecord(String topic, String key, Map<String, String> headers, JsonNode value) {}

    /** The number of files read, the unreadable files, and what was excluded. */
    public record Summary(int files, List<Reading.Unreadable> unreadable, Excluded excluded) {}

    public static Summary run(Settings config, List<Path> homes, Consumer<OutgoingRecord> reader) throws UserError {
        var records = new LineRecords(config.get(SettingKeys.TOPIC_PREFIX), Ship.identity(config));
        var outlet = new LineRecords.DryRunOutlet(
                records,
                record -> reader.accept(new OutgoingRecord(
                        record.topic(), record.key(), record.headers(), Json.read(JsonNode.class, record.value()))));
        var dependencies = new Shipping.Dependencies(new LocalDisk(), outlet, kept -> {}, RealTime.CLOCK, () -> {});
        var shipping = new Shipping(
                Ship.shipping(config, homes, config.teamTallyRetention()),
                dependencies,
                new ShipFolder(config).checkpoint());
        shipping.round();
        while (shipping.sendNextAgain()) {
            // What is sent again because its reader is newer would leave, too.
        }
        var end = shipping.progress();
        return new Summary(end.files(), Reading.Unreadable.of(end.problems()), end.excluded());
    }
}
