#!/usr/bin/env bash
# Kafka's clients 4.4.0: MockConsumer says that offset 0 is committed for a revoked partition, and loses all commits on assign.
#
# By the documentation of KafkaConsumer.committed the answer is the last commit of the group for the partition, also where
# another process made it, so it does not depend on what this consumer owns. MockConsumer has the commit and answers with it
# again when the partition comes back. And assign, which replaces the partitions to read, deletes the commits, so that reading
# begins where the reset policy says.
#
# Seen on 2026-11-30: 5 while owned, 0 after a rebalance, 5 after another one; none after a second assign.
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
      <artifactId>kafka-clients</artifactId>
      <version>4.4.0</version>
    </dependency>
  </dependencies>
</project>
XML
mvn -q -B -ntp -f "$work/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$work/lib"
cat >"$work/Committed.java" <<'JAVA'
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

class Committed {
    private static final TopicPartition FIRST = new TopicPartition("topic", 0);
    private static final TopicPartition SECOND = new TopicPartition("topic", 1);

    public static void main(String[] none) {
        var said = new StringJoiner(", ");
        try (var consumer = new MockConsumer<String, String>("earliest")) {
            consumer.subscribe(List.of("topic"));
            consumer.rebalance(List.of(FIRST, SECOND));
            consumer.commitSync(Map.of(FIRST, new OffsetAndMetadata(5)));
            said.add("owned " + offset(consumer));
            consumer.rebalance(List.of(SECOND));
            said.add("revoked " + offset(consumer));
            consumer.rebalance(List.of(FIRST));
            said.add("owned again " + offset(consumer));
        }
        try (var consumer = new MockConsumer<String, String>("earliest")) {
            consumer.assign(List.of(FIRST));
            consumer.commitSync(Map.of(FIRST, new OffsetAndMetadata(5)));
            said.add("assigned " + offset(consumer));
            consumer.assign(List.of(FIRST, SECOND));
            said.add("assigned with another " + offset(consumer));
        }
        System.out.println(said);
    }

    private static String offset(MockConsumer<String, String> consumer) {
        var committed = consumer.committed(Set.of(FIRST)).get(FIRST);
        return committed == null ? "none" : Long.toString(committed.offset());
    }
}
JAVA
said=$(java -cp "$work/lib/*" "$work/Committed.java" 2>/dev/null)
echo "the committed offset of a partition: $said"
[ "$said" = "owned 5, revoked 0, owned again 5, assigned 5, assigned with another none" ] || { echo "the behaviour has changed" >&2; exit 1; }
