#!/usr/bin/env bash
# Kafka Streams 4.4.0: a KeyQuery with skipCache() reads the cache of a key-value store, and a RangeQuery never does.
#
# By the documentation of KeyQuery.skipCache the query is always handed to the store below the cache. But the typed store makes
# a new query of the serialized key and leaves the mark out. RangeQuery, which shall return all records of the store that are
# in its bounds, has no such mark, and skips the cache: it lacks a record that KeyQuery, range and all of the same store return,
# until a commit flushes it.
#
# Seen on 2026-11-30: 1 by KeyQuery with and without the mark and by all, nothing by RangeQuery; 1 by each without a cache.
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
cat >"$work/Queries.java" <<'JAVA'
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.StringJoiner;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.RangeQuery;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

class Queries {
    public static void main(String[] arguments) throws Exception {
        System.out.println("cache: " + answers(true, arguments[0]) + "; no cache: " + answers(false, arguments[0]));
    }

    private static String answers(boolean isCached, String folder) throws Exception {
        var store = Stores.keyValueStoreBuilder(
                Stores.persistentKeyValueStore("store"), Serdes.String(), Serdes.String());
        var said = new StringJoiner(", ");
        var builder = new StreamsBuilder();
        builder.addStateStore(isCached ? store.withCachingEnabled() : store.withCachingDisabled());
        builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
                .process(() -> new Asked(said), "store");
        var settings = new Properties();
        settings.put("application.id", "finding");
        settings.put("bootstrap.servers", "localhost:9");
        settings.put("state.dir", Files.createTempDirectory(Path.of(folder), "state").toString());
        try (var driver = new TopologyTestDriver(builder.build(), settings)) {
            driver.createInputTopic("in", new StringSerializer(), new StringSerializer()).pipeInput("a", "1");
        }
        return said.toString();
    }

    private static final class Asked extends ContextualProcessor<String, String, Void, Void> {
        private final StringJoiner said;

        Asked(StringJoiner said) {
            this.said = said;
        }

        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, String> store = context().getStateStore("store");
            store.put(record.key(), record.value());
            said.add("key " + answer(store, KeyQuery.<String, String>withKey("a")));
            said.add("key without the cache " + answer(store, KeyQuery.<String, String>withKey("a").skipCache()));
            try (KeyValueIterator<String, String> rows = answer(store, RangeQuery.<String, String>withNoBounds())) {
                said.add("range " + (rows.hasNext() ? rows.next().value : null));
            }
            try (var rows = store.all()) {
                said.add("all " + rows.next().value);
            }
        }

        private static <R> R answer(KeyValueStore<String, String> store, Query<R> query) {
            return store.query(query, PositionBound.unbounded(), new QueryConfig(false)).getResult();
        }
    }
}
JAVA
said=$(java -cp "$work/lib/*" "$work/Queries.java" "$work" 2>/dev/null)
echo "a value that is not flushed yet, by each query: $said"
[ "$said" = "cache: key 1, key without the cache 1, range null, all 1; no cache: key 1, key without the cache 1, range 1, all 1" ] || { echo "the behaviour has changed" >&2; exit 1; }
