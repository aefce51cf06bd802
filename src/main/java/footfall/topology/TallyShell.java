package footfall.topology;

import footfall.alert.Alert;
import footfall.view.Change;
import footfall.wire.Received;
import java.time.Instant;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Takes what turns give to subjects; at each tick what has changed goes on, with the tick's timestamp. */
final class TallyShell implements Processor<String, byte[], String, Object> {
  private final TopologySettings settings;
  private final Surroundings surroundings;
  private ProcessorContext<String, Object> context;
  private TopicPartition changelog;
  private Tallier tallier;
  private Input input;
  private Ticks ticks;
  private long causedAt;

  TallyShell(TopologySettings settings, Surroundings surroundings) {
    this.settings = settings;
    this.surroundings = surroundings;
  }

  @Override
  public void init(ProcessorContext<String, Object> context) {
    this.context = context;
    var rows = new TallyStore(context.getStateStore(Tables.TALLY.name()));
    this.changelog = Tables.TALLY.changelog(context);
    this.tallier = new Tallier(settings.tallies(), rows, this::forward);
    tallier.begin(Instant.ofEpochMilli(context.currentSystemTimeMs()));
    var topic = Tally.topic(context.applicationId());
    this.input = new Input(new TopicPartition(topic, context.taskId().partition()), surroundings.ofTallies());
    this.ticks = new Ticks(context, input, this::tick);
  }

  @Override
  public void process(Record<String, byte[]> record) {
    causedAt = record.timestamp();
    var arrival = Instant.ofEpochMilli(record.timestamp());
    var at = context.recordMetadata().orElseThrow();
    if (!tallier.take(record.key(), record.value(), arrival, Instant.ofEpochMilli(context
        .currentSystemTimeMs()))) {
      var row = new Received.Place(at.topic(), at.partition(), at.offset(), record.timestamp()).unreadable(
          record.value());
      forward(Tally.UNTALLIED, row.fileId(), row);
    }
    input.processed(at.offset(), arrival);
    ticks.processed(record.timestamp());
  }

  private Instant tick(Instant now) {
    causedAt = now.toEpochMilli();
    surroundings.unreadable().take(changelog).forEach(row -> forward(Tally.UNTALLIED, row.fileId(), row));
    var next = tallier.tick(now);
    if (next.isAfter(now) && input.isToBeDrained() && input.isAtTheEnd()) {
      input.isDrained();
    }
    return input.mayBeDrained() ? now : next;
  }

  private void forward(String outlet, String key, Object value) {
    context.forward(new Record<>(key, value, causedAt), outlet);
    ticks.forwarded();
    if (value instanceof Alert alert) {
      surroundings.watch().tell(new Change.Alerted(alert));
    }
  }
}
