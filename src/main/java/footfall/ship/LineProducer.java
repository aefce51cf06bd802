package footfall.ship;

import footfall.line.Rejected;
import footfall.redact.Identity;
import footfall.redact.RedactedLine;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Sends redacted lines: idempotent, in order, compressed. The first error that the broker reports is thrown
 * by the next call; what was handed over after it may or may not have arrived. For one thread.
 */
public final class LineProducer implements Outlet, AutoCloseable {
  private static final Runnable UNASKED = () -> {};

  private final KafkaProducer<String, byte[]> producer;
  private final LineRecords records;
  private final InFlight inFlight;
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final AtomicLong bytes = new AtomicLong();

  /** Gives up a line after two minutes. {@code client}: producer properties by their own names, which win. */
  public LineProducer(Map<String, String> client, String prefix, Identity identity) {
    this(config(client, Map.of()), new LineRecords(prefix, identity), InFlight.unwatched());
  }

  private LineProducer(Map<String, Object> config, LineRecords records, InFlight inFlight) {
    this.producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
    this.records = records;
    this.inFlight = inFlight;
  }

  /** Waits for the broker however long it is away; an interrupt ends the waiting. */
  static LineProducer patient(Map<String, String> client, LineRecords records, InFlight inFlight) {
    return new LineProducer(patientConfig(client), records, inFlight);
  }

  static Map<String, Object> patientConfig(Map<String, String> client) {
    return config(client, Map.of("delivery.timeout.ms", Integer.MAX_VALUE, "max.block.ms", Long.MAX_VALUE));
  }

  private static Map<String, Object> config(Map<String, String> client, Map<String, Object> more) {
    var config = new HashMap<String, Object>();
    config.put("acks", "all");
    config.put("enable.idempotence", true);
    // With several under way, a leader that is just being elected can make them come back out of order for
    // long.
    config.put("max.in.flight.requests.per.connection", 1);
    config.put("compression.type", "zstd");
    config.put("linger.ms", 10);
    config.put("batch.size", 256 << 10);
    config.put("max.request.size", 2 << 20);
    config.putAll(more);
    config.putAll(client);
    return config;
  }

  /**
   * Hands a line over. {@code previousOffset}: of the line sent before it for its session from its file, -1
   * for the first; {@code copiedFrom}: the session that owns the prompt when it is another one, else null.
   * False for a line that is too large to be sent: its place is told instead, as {@code unsendable}.
   */
  public boolean send(RedactedLine line, long previousOffset, String copiedFrom) {
    return send(new Outgoing(line, previousOffset, copiedFrom), UNASKED);
  }

  @Override
  public boolean send(Outgoing outgoing, Runnable taken) {
    var record = records.of(outgoing);
    boolean isLine = records.isLine(record);
    if (isLine) {
      bytes.addAndGet(record.value().length);
    }
    send(record, taken);
    return isLine;
  }

  /** Says where bytes were no line, never what they say. */
  public void send(String fileId, Rejected rejected) {
    send(fileId, rejected, UNASKED);
  }

  @Override
  public void send(String fileId, Rejected rejected, Runnable taken) {
    send(records.of(fileId, rejected), taken);
  }

  private void send(ProducerRecord<String, byte[]> record, Runnable taken) {
    throwFailure();
    inFlight.handedOver();
    producer.send(record, (metadata, error) -> {
      if (error == null) {
        taken.run();
        inFlight.acknowledged();
      } else {
        failure.compareAndSet(null, error);
      }
    });
  }

  @Override
  public void flush() {
    producer.flush();
    throwFailure();
  }

  /** Bytes of lines handed over, uncompressed, without headers. */
  public long bytes() {
    return bytes.get();
  }

  private void throwFailure() {
    var error = failure.get();
    if (error != null) {
      throw new SendingFailed(error);
    }
  }

  @Override
  public void close() {
    producer.close();
  }

  /** Waits so long for what is under way, and gives up the rest. */
  void close(Duration max) {
    producer.close(max);
  }
}
