package footfall.bench;

import footfall.alert.OutageRules;
import footfall.broker.TopicSpec;
import footfall.topology.StreamSettings;
import footfall.topology.Streaming;
import footfall.topology.TopologySettings;
import footfall.wire.Channels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;

/**
 * From handing a line to the producer until its alert can be read, committed, against a topology that only
 * passes records through with the same guarantee and intervals.
 */
final class LatencyBench implements AutoCloseable {
  private static final int WARM_UP = 50;
  private static final int SAMPLES = 200;
  private static final int STEPS = 5;
  private static final String PASSED = "passed";

  private final BenchBroker broker;
  private final KafkaProducer<String, byte[]> producer;
  private final KafkaConsumer<String, byte[]> consumer;
  private final Random random = new Random(1);

  private LatencyBench(BenchBroker broker, String topic) {
    this.broker = broker;
    Map<String, Object> config = new HashMap<>(broker.client());
    producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
    config.put("isolation.level", "read_committed");
    config.put("fetch.max.wait.ms", 5);
    consumer = new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
    var partitions =
        consumer.partitionsFor(topic).stream().map(at -> new TopicPartition(topic, at.partition())).toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
  }

  public static void main(String[] arguments) throws Exception {
    try (var broker = BenchBroker.start()) {
      var told = alerts(broker);
      var alerts = told.get(0);
      var outages = told.get(1);
      var limit = passed(broker);
      System.out.printf("append to alert: p50 %.1f ms, p99 %.1f ms (goal 40 and 100)%n", at(alerts, 50),
          at(alerts, 99));
      System.out.printf("append to outage: p50 %.1f ms, p99 %.1f ms: one repartition more%n", at(outages, 50),
          at(
              outages, 99));
      System.out.printf("pass-through:    p50 %.1f ms, p99 %.1f ms; ratio %.2f and %.2f (goal 1.5)%n",
          at(limit, 50), at(limit, 99), at(alerts, 50) / at(limit, 50), at(alerts, 99) / at(limit, 99));
    }
    System.exit(0);
  }

  private static List<List<Double>> alerts(BenchBroker broker) throws Exception {
    var state = broker.folder().resolve("streams");
    var settings = new StreamSettings("latency", state, 1, StreamSettings.MEMORY_BYTES, broker.client());
    try (var streaming = Streaming.start(TopologySettings.defaults(), settings);
        var bench = new LatencyBench(broker, Channels.ALERTS.topic(Channels.PREFIX))) {
      while (!streaming.isRunning()) {
        Thread.onSpinWait();
      }
      return List.of(bench.sampled(bench::opened), bench.sampled(bench::failing));
    }
  }

  private static List<Double> passed(BenchBroker broker) throws Exception {
    broker.create(List.of(new TopicSpec(PASSED, BenchBroker.PARTITIONS, Map.of())));
    try (var streams = new KafkaStreams(MinimalTopology.passThrough(PASSED),
        StreamBench.config(broker, "pass-through", 1))) {
      streams.start();
      while (streams.state() != KafkaStreams.State.RUNNING) {
        Thread.onSpinWait();
      }
      try (var bench = new LatencyBench(broker, PASSED)) {
        return bench.sampled(LatencyBench::passing);
      }
    }
  }

  /** A line that is to be timed, and the key of what comes of it. */
  private record Due(Load.Sent line, String key) {}

  /** Makes a session up to the line that is timed. */
  private interface Opening {
    Due of(String session) throws Exception;
  }

  /** The next call is one too many. */
  private Due opened(String session) throws Exception {
    var told = new Told(session);
    send(told.prompt());
    for (int step = 0; step < STEPS; step++) {
      send(told.call());
    }
    return new Due(told.call(), session);
  }

  private static Due passing(String session) {
    return new Due(new Told(session).call(), session);
  }

  /** A tool of its own has failed so often that once more is an outage. */
  private Due failing(String session) throws Exception {
    var told = new Told("failing-" + session);
    var tool = "tool-of-" + session;
    send(told.prompt());
    for (int failure = 1; failure < OutageRules.FAILURES; failure++) {
      send(told.call(tool));
      send(told.failure());
    }
    send(told.call(tool));
    return new Due(told.failure(), tool);
  }

  private void send(Load.Sent line) throws Exception {
    var topic = Channels.LINES.topic(Channels.PREFIX);
    producer.send(new ProducerRecord<>(topic, null, line.session(), line.value(), line.headers())).get();
  }

  private List<Double> sampled(Opening opening) throws Exception {
    var samples = new ArrayList<Double>();
    for (int i = 0; i < WARM_UP + SAMPLES; i++) {
      var due = opening.of("session-" + i);
      // Neither right behind a commit nor always as long after one.
      Thread.sleep(60 + random.nextInt(50));
      long began = System.nanoTime();
      send(due.line());
      await(due.key());
      samples.add((System.nanoTime() - began) / 1e6);
    }
    return samples.subList(WARM_UP, samples.size());
  }

  private void await(String key) {
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (System.nanoTime() < deadline) {
      for (var record : consumer.poll(Duration.ofMillis(5))) {
        if (record.key().equals(key)) {
          return;
        }
      }
    }
    throw new IllegalStateException("nothing came of " + key + " in 30 s");
  }

  private static double at(List<Double> samples, int percent) {
    var sorted = new ArrayList<>(samples);
    Collections.sort(sorted);
    return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
  }

  @Override
  public void close() {
    producer.close();
    consumer.close();
  }
}
