#!/usr/bin/env bash
# Kafka Streams 4.4.0: ensure.explicit.internal.resource.naming=true has no effect when it is given to StreamsBuilder.build(props).
#
# The setting shall refuse a topology with generated names of internal topics. StreamsBuilder.build(Properties) takes other
# settings of the topology from its argument, such as topology.optimization, but this one is read only when the builder itself
# was made from it: new StreamsBuilder(new TopologyConfig(new StreamsConfig(props))). Otherwise the topology is built, with
# repartition topics and changelogs whose names contain a counter, and with at most a warning in the log.
#
# Seen on 2026-11-27: accepted by build(props), refused with a TopologyException by a builder with a TopologyConfig.
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
      <artifactId>kafka-streams</artifactId>
      <version>4.4.0</version>
    </dependency>
  </dependencies>
</project>
XML
mvn -q -B -ntp -f "$work/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$work/lib"
cat >"$work/Naming.java" <<'JAVA'
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.errors.TopologyException;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;

class Naming {
    public static void main(String[] none) {
        var props = new Properties();
        props.put(StreamsConfig.APPLICATION_ID_CONFIG, "naming");
        props.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:9");
        props.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        var builders = new StreamsBuilder[] {
            new StreamsBuilder(), new StreamsBuilder(new TopologyConfig(new StreamsConfig(props)))
        };
        for (var builder : builders) {
            builder.stream("words", Consumed.with(Serdes.String(), Serdes.String()))
                    .groupBy((key, word) -> word, Grouped.with(Serdes.String(), Serdes.String()))
                    .count();
            try {
                boolean generated = builder.build(props).describe().toString().contains("KSTREAM-");
                System.out.println(generated ? "accepted" : "named");
            } catch (TopologyException refused) {
                System.out.println("refused");
            }
        }
    }
}
JAVA
said=$(java -cp "$work/lib/*" "$work/Naming.java" 2>/dev/null | tr '\n' ' ')
echo "build(props), builder with TopologyConfig: $said"
[ "$said" = "accepted refused " ] || { echo "the behaviour has changed" >&2; exit 1; }
