package footfall.bench;

import footfall.topology.StreamSettings;
import footfall.topology.Streaming;
import footfall.topology.TopologySettings;
import footfall.wire.Channels;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.KafkaStreams;

/**
 * Lines a second through the topology, against one RocksDB get and put a record over the same lines with the
 * same guarantee and intervals. Counted between the first and the last committed line.
 */
final class StreamBench {
  private static final double GOAL = 0.8;

  private StreamBench() {}

  /** @param arguments a folder of transcripts, copies, threads */
  public static void main(String[] arguments) throws Exception {
    var load = Load.of(Path.of(arguments[0]));
    int copies = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 40;
    try (var broker = BenchBroker.start()) {
      long records = broker.send(load, 0, 1);
      System.out.printf("lines on disk: %.1f %% of the transcripts (goal 5)%n",
          100.0 * broker.bytesOf(Channels.LINES.topic(Channels.PREFIX)) / load.transcriptBytes());
      for (int copy = 1; copy < copies; copy++) {
        records += broker.send(load, copy, copy + 1);
      }
      System.out.printf("%,d lines in %d partitions%n", records, BenchBroker.PARTITIONS);
      for (int threads = 1; threads <= 2; threads++) {
        double limit = minimal(broker, records, threads);
        double ours = footfall(broker, records, threads);
        System.out.printf(
            "threads %d: footfall %,.0f lines/s, minimal %,.0f lines/s, ratio %.2f (goal %.1f)%n",
            threads, ours, limit, ours / limit, GOAL);
        System.out.printf("store writes a line: %.2f%n",
            (double) broker.records("footfall-bench-" + threads + "-assembler-changelog") / records);
      }
    }
    System.exit(0);
  }

  private static double footfall(BenchBroker broker, long records, int threads) throws Exception {
    var app = "footfall-bench-" + threads;
    var settings = new StreamSettings(app, broker.folder().resolve(app), threads, 64L << 20, broker.client());
    try (var streaming = Streaming.start(TopologySettings.defaults(), settings)) {
      return rate(broker, app, records, () -> streaming.failure().toCompletableFuture().getNow(null));
    }
  }

  private static double minimal(BenchBroker broker, long records, int threads) throws Exception {
    var app = "minimal-bench-" + threads;
    try (var streams = new KafkaStreams(MinimalTopology.getAndPut(), config(broker, app, threads))) {
      streams.start();
      return rate(broker, app, records, () -> null);
    }
  }

  static Properties config(BenchBroker broker, String app, int threads) {
    var config = new Properties();
    config.putAll(broker.client());
    config.put("application.id", app);
    config.put("state.dir", broker.folder().resolve(app).toString());
    config.put("num.stream.threads", threads);
    config.put("processing.guarantee", "exactly_once_v2");
    config.put("commit.interval.ms", 25);
    config.put("poll.ms", 5);
    config.put("auto.offset.reset", "earliest");
    return config;
  }

  /** Says what went wrong, or null. */
  interface Trouble {
    Exception now();
  }

  static double rate(BenchBroker broker, String app, long records, Trouble trouble) throws Exception {
    try (var admin = Admin.create(new HashMap<String, Object>(broker.client()))) {
      long first = 0;
      long began = 0;
      long deadline = System.nanoTime() + 300_000_000_000L;
      while (System.nanoTime() < deadline) {
        long done = committed(admin, app);
        long now = System.nanoTime();
        if (first == 0 && done > 0) {
          first = done;
          began = now;
        } else if (done >= records) {
          return (records - first) / ((now - began) / 1e9);
        }
        if (trouble.now() != null) {
          throw trouble.now();
        }
        Thread.sleep(5);
      }
      throw new IllegalStateException(app + " did not reach the end in five minutes");
    }
  }

  private static long committed(Admin admin, String app) throws Exception {
    var offsets = admin.listConsumerGroupOffsets(app).partitionsToOffsetAndMetadata().get();
    long sum = 0;
    for (Map.Entry<org.apache.kafka.common.TopicPartition, ?> entry : offsets.entrySet()) {
      if (entry.getKey().topic().equals(Channels.LINES.topic(Channels.PREFIX)) && offsets.get(entry.getKey())
          != null) {
        sum += offsets.get(entry.getKey()).offset();
      }
    }
    return sum;
  }
}
