package footfall.topology;

import footfall.alert.Alert;
import footfall.view.Change;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Takes what turns give to subjects; at each tick what has changed goes on, with the tick's timestamp. */
final class TallyShell implements Processor<String, byte[], String, Object> {
  private static final Duration TICK = Duration.ofMillis(50);

  private final TopologySettings settings;
  private final Surroundings surroundings;
  private ProcessorContext<String, Object> context;
  private Tallier tallier;
  private Input input;
  private long causedAt;

  TallyShell(TopologySettings settings, Surroundings surroundings) {
    this.settings = settings;
    this.surroundings = surroundings;
  }

  @Override
  public void init(ProcessorContext<String, Object> context) {
    this.context = context;
    var rows = new TallyStore(context.getStateStore(Tables.TALLY.name()));
    this.tallier = new Tallier(settings.tallies(), rows, this::forward);
    tallier.begin(Instant.ofEpochMilli(context.currentSystemTimeMs()));
    var topic = Tally.topic(context.applicationId());
    this.input = new Input(new TopicPartition(topic, context.taskId().partition()), surroundings.ofTallies());
    context.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, this::tick);
  }

  @Override
  public void process(Record<String, byte[]> record) {
    causedAt = record.timestamp();
    var arrival = Instant.ofEpochMilli(record.timestamp());
    tallier.take(record.key(), record.value(), arrival, Instant.ofEpochMilli(context.currentSystemTimeMs()));
    input.processed(context.recordMetadata().orElseThrow().offset(), arrival);
  }

  private void tick(long now) {
    causedAt = now;
    boolean isAllTold = tallier.tick(Instant.ofEpochMilli(now));
    if (isAllTold && input.isToBeDrained() && input.isAtTheEnd()) {
      input.isDrained();
    }
  }

  private void forward(String outlet, String key, Object value) {
    context.forward(new Record<>(key, value, causedAt), outlet);
    if (value instanceof Alert alert) {
      surroundings.watch().tell(new Change.Alerted(alert));
    }
  }
}
