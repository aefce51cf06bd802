package footfall.topology;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import org.apache.kafka.clients.admin.Admin;

/**
 * The number of partitions of a topic, asked for when it is first needed; 0 while the broker does not answer.
 * Thread-safe.
 */
final class PartitionCount implements IntSupplier {
    private static final int ANSWER_MS_MAX = 500;

    private final Map<String, String> client;
    private final String topic;
    private volatile int count;

    PartitionCount(Map<String, String> client, String topic) {
        this.client = client;
        this.topic = topic;
    }

    @Override
    public int getAsInt() {
        return count > 0 ? count : asked();
    }

    private synchronized int asked() {
        if (count > 0) {
            return count;
        }
        var admin = Admin.create(Map.copyOf(client));
        try {
            var described = admin.describeTopics(List.of(topic)).allTopicNames();
            count = described
                    .get(ANSWER_MS_MAX, TimeUnit.MILLISECONDS)
                    .get(topic)
                    .partitions()
                    .size();
        } catch (ExecutionException | TimeoutException unknown) {
            return 0;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } finally {
            admin.close(Duration.ZERO); // It would wait for the broker.
        }
        return count;
    }
}
