package footfall.ship;

import footfall.line.Dialect;
import footfall.line.Rejected;
import footfall.redact.Identity;
import footfall.redact.RedactedLine;
import footfall.wire.Channels;
import footfall.wire.LineHeaders;
import footfall.wire.RejectedLine;
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
  /** As the topology's: a larger record would stop the sending for good. */
  private static final int RECORD_BYTES_MAX = 1 << 20;
  private static final Runnable UNASKED = () -> {};

  private final KafkaProducer<String, byte[]> producer;
  private final String prefix;
  private final Identity identity;
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final AtomicLong bytes = new AtomicLong();

  /** {@code client}: producer properties by their own names; they win over footfall's. */
  public LineProducer(Map<String, String> client, String prefix, Identity identity) {
    this.producer = new KafkaProducer<>(config(client), new StringSerializer(), new ByteArraySerializer());
    this.prefix = prefix;
    this.identity = identity;
  }

  private static Map<String, Object> config(Map<String, String> client) {
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
    var line = outgoing.line();
    var record =
        new ProducerRecord<>(Channels.LINES.topic(prefix), line.session().value(), line.bytes());
    if (record.value().length > RECORD_BYTES_MAX) {
      var why = new Rejected(Rejected.Reason.UNSENDABLE, line.offset(), line.length());
      send(line.file().toString(), why, taken);
      return false;
    }
    new LineHeaders(
        line.file(),
        line.offset(),
        outgoing.previousOffset(),
        line.agent(),
        Dialect.CLAUDE,
        identity.host(),
        identity.user(),
        line.project(),
        outgoing.copiedFrom())
        .addTo(record.headers());
    bytes.addAndGet(record.value().length);
    send(record, taken);
    return true;
  }

  /** Says where bytes were no line, never what they say. */
  public void send(String fileId, Rejected rejected) {
    send(fileId, rejected, UNASKED);
  }

  @Override
  public void send(String fileId, Rejected rejected, Runnable taken) {
    var row = new RejectedLine(fileId, rejected.offset(), rejected.length(), rejected.reason(), identity
        .host());
    var topic = Channels.REJECTED.topic(prefix);
    var value = Channels.REJECTED.value().serializer().serialize(topic, row);
    send(new ProducerRecord<>(topic, fileId, value), taken);
  }

  private void send(ProducerRecord<String, byte[]> record, Runnable taken) {
    throwFailure();
    producer.send(record, (metadata, error) -> {
      if (error == null) {
        taken.run();
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
}
