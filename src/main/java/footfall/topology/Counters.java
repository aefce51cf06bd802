package footfall.topology;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/** Counts what the assembler ignores: metrics {@code footfall-assembler / …-total, …-rate} by task. */
final class Counters {
    private final ProcessorContext<?, ?> context;
    private final Map<String, Sensor> sensors = new HashMap<>();

    Counters(ProcessorContext<?, ?> context) {
        this.context = context;
    }

    void count(String what) {
        sensors.computeIfAbsent(what, this::sensor).record(1);
    }

    private Sensor sensor(String what) {
        return context.metrics()
                .addRateTotalSensor(
                        "footfall-assembler", context.taskId().toString(), what, Sensor.RecordingLevel.INFO);
    }
}
