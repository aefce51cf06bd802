#!/usr/bin/env bash
# Kafka Connect 4.4.0: JsonConverter without schemas reads an integer above 64 bits as another number, and says nothing.
#
# JSON has no largest integer (RFC 8259, section 6, leaves the range to the reader). The converter keeps the lowest 64 bits, so
# a positive number becomes a negative one and the largest unsigned 64-bit integer -1. A sink stores it without an error, also
# with errors.tolerance=none. Connect's own Values.parseString makes a decimal of the same text (KAFKA-10439).
#
# Seen on 2026-11-29: -9223372036854775808 and -1 by JsonConverter, the numbers themselves by Values.
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
      <artifactId>connect-json</artifactId>
      <version>4.4.0</version>
    </dependency>
  </dependencies>
</project>
XML
mvn -q -B -ntp -f "$work/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$work/lib"
cat >"$work/Integers.java" <<'JAVA'
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.StringJoiner;
import org.apache.kafka.connect.data.Values;
import org.apache.kafka.connect.json.JsonConverter;

class Integers {
    public static void main(String[] none) {
        var said = new StringJoiner(", ");
        try (var converter = new JsonConverter()) {
            converter.configure(Map.of("schemas.enable", false), false);
            for (var number : new String[] {"9223372036854775808", "18446744073709551615"}) {
                var read = converter.toConnectData("topic", number.getBytes(UTF_8));
                said.add(read.value() + " | " + Values.parseString(number).value());
            }
        }
        System.out.println(said);
    }
}
JAVA
said=$(java -cp "$work/lib/*" "$work/Integers.java" 2>/dev/null)
echo "JsonConverter | Values: $said"
[ "$said" = "-9223372036854775808 | 9223372036854775808, -1 | 18446744073709551615" ] || { echo "the behaviour has changed" >&2; exit 1; }
