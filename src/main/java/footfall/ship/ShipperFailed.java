package footfall.ship;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.kafka.common.KafkaException;

/** Shipping failed; the message names the cause and the remedy. */
public final class ShipperFailed extends RuntimeException {
    public ShipperFailed(String message, Throwable cause) {
        super(message, cause);
    }

    /** A property of {@code --config} is invalid, or an address cannot be resolved. */
    static ShipperFailed withoutClient(KafkaException wrong) {
        var why = wrong.getCause() == null ? wrong : wrong.getCause();
        return new ShipperFailed(
                "cannot create the Kafka client: " + why.getMessage() + "; check --bootstrap-servers and --config",
                wrong);
    }

    static ShipperFailed unkept(Path folder, IOException why) {
        return new ShipperFailed(
                "cannot read or create " + folder + ": " + why.getClass().getSimpleName() + ": "
                        + why.getMessage()
                        + "; free disk space and check its permissions, or choose another folder with --set "
                        + "data_dir=DIR",
                why);
    }

    static ShipperFailed otherVersion(Path checkpoint, int version) {
        return new ShipperFailed(
                "another version of footfall wrote " + checkpoint + ": it has version " + version
                        + ", and this footfall reads only version " + CheckpointBytes.VERSION
                        + "; start that version, or start over with another data_dir: all transcripts are shipped "
                        + "again",
                null);
    }

    static ShipperFailed unwatched(IOException why) {
        return new ShipperFailed(
                "cannot watch folders: " + why.getMessage()
                        + "; stop other programs that watch, or raise the limit: sysctl "
                        + "fs.inotify.max_user_instances=1024",
                why);
    }
}
