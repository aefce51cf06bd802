package footfall.ship;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.wire.Channels;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests to price again, on a cluster where they cannot be sent. */
@LongSuite
@Timeout(120)
class RepriceClientIT {
    private static final RepriceClient.Patience IMPATIENT = new RepriceClient.Patience() {
        @Override
        public void goesOn() {}

        @Override
        public boolean isOver() {
            return true;
        }
    };

    @TempDir
    Path folder;

    @Test
    void aRequestThatFailsBeforeItIsSentIsNotSaidToBeSent() throws Exception {
        try (var cluster = Cluster.start(folder);
                var admin = Admin.create(Map.<String, Object>copyOf(cluster.client()))) {
            admin.createTopics(List.of(new NewTopic(Channels.LINES.topic("x."), Optional.of(1), Optional.empty())))
                    .all()
                    .get();
            var client = new RepriceClient(cluster.client(), "x.", "2099-01-02", "");
            assertThatThrownBy(() -> client.apply(IMPATIENT))
                    .isInstanceOf(ControlFailed.class)
                    .hasMessageContaining("did not answer in time")
                    .hasMessageNotContaining("sent")
                    .hasMessageNotContaining("--wait");
        }
    }
}
