package footfall.broker;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricsReporter;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.server.telemetry.ClientTelemetryExporter;
import org.apache.kafka.server.telemetry.ClientTelemetryExporterProvider;

/** A reporter of a broker that asks its clients for metrics: keeps the bytes of what they pushed. */
public final class PushedMetrics implements MetricsReporter, ClientTelemetryExporterProvider {
    public static final List<String> PUSHED = new CopyOnWriteArrayList<>();

    @Override
    public ClientTelemetryExporter clientTelemetryExporter() {
        return (context, payload) -> PUSHED.add(new String(Utils.toArray(payload.data()), StandardCharsets.ISO_8859_1));
    }

    @Override
    public void init(List<KafkaMetric> metrics) {}

    @Override
    public void metricChange(KafkaMetric metric) {}

    @Override
    public void metricRemoval(KafkaMetric metric) {}

    @Override
    public void configure(Map<String, ?> configs) {}

    @Override
    public void close() {}
}
