#!/usr/bin/env bash
# Kafka Streams 4.4.0: reverseRange and reverseAll of a store with a cache return deleted keys, with the value null.
#
# The documentation of ReadOnlyKeyValueStore.range says that an iterator never returns a null value, and range and all keep to
# it. Backwards, a deletion that is still in the cache is returned if its key is above the next key of the store, also where
# that key never existed: the merge of cache and store skips deletions by the ascending order. A loop that reads the value of
# each row then ends with a NullPointerException, until a commit flushes the cache. Windows and sessions have the same merge.
#
# Seen on 2026-11-29: a=1 by range, b=null a=1 by reverseRange; a=1 by both without a cache.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/pom.xml" <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId>
  <artifactId>finding</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId>
      <artifactId>kafka-streams-test-utils</artifactId>
      <version>4.4.0</version>
    </dependency>
  </dependencies>
</project>
XML
mvn -q -B -ntp -f "$work/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$work/lib"
cat >"$work/Reverse.java" <<'JAVA'
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

class Reverse {
    public static void main(String[] folder) {
        var cached = rows(folder[0], true);
        System.out.println(cached + ", without a cache " + rows(folder[0], false));
    }

    /** The first record stores a, and the commit after it flushes the cache; the second one deletes b and reads. */
    private static String rows(String folder, boolean isCached) {
        var said = new StringBuilder();
        var store = Stores.keyValueStoreBuilder(
                        Stores.persistentKeyValueStore("rows"), Serdes.String(), Serdes.String())
                .withLoggingDisabled();
        var topology = new Topology();
        topology.addSource("source", new StringDeserializer(), new StringDeserializer(), "in");
        topology.addProcessor("reader", () -> new Reader(said), "source");
        topology.addStateStore(isCached ? store.withCachingEnabled() : store, "reader");
        var props = new Properties();
        props.put(StreamsConfig.APPLICATION_ID_CONFIG, "reverse-" + isCached);
        props.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:9");
        props.put(StreamsConfig.STATE_DIR_CONFIG, folder);
        try (var driver = new TopologyTestDriver(topology, props)) {
            var in = driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
            in.pipeInput("a", "1");
            in.pipeInput("b", "");
        }
        return said.toString();
    }

    private static final class Reader implements Processor<String, String, Void, Void> {
        private final StringBuilder said;
        private KeyValueStore<String, String> store;

        Reader(StringBuilder said) {
            this.said = said;
        }

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            store = context.getStateStore("rows");
        }

        @Override
        public void process(Record<String, String> row) {
            if (!row.value().isEmpty()) {
                store.put(row.key(), row.value());
                return;
            }
            store.delete(row.key());
            read(store.range("a", "c"));
            said.append(" | ");
            read(store.reverseRange("a", "c"));
        }

        private void read(KeyValueIterator<String, String> rows) {
            try (rows) {
                var text = new StringBuilder();
                rows.forEachRemaining(row -> text.append(' ').append(row.key).append('=').append(row.value));
                said.append(text.substring(1));
            }
        }
    }
}
JAVA
said=$(java -cp "$work/lib/*" "$work/Reverse.java" "$work/state" 2>/dev/null)
echo "range | reverseRange: $said"
[ "$said" = "a=1 | b=null a=1, without a cache a=1 | a=1" ] || { echo "the behaviour has changed" >&2; exit 1; }
