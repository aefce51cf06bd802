#!/usr/bin/env bash
# Kafka Connect 4.4.0: SimpleHeaderConverter cuts a header's text after a number or a date that a colon or comma follows.
#
# It is the default of header.converter. By its documentation it infers a type where it can, and other text stays text: "12/30"
# and "a:30" do. But "12:30" is read as the number 12, and a sink gets 12. InsertHeader reads its value.literal in the same way.
# "true:30" stays text. Reported as KAFKA-20892, for numbers.
#
# Seen on 2026-11-29: 12:30, 42:7/ada and 2026-11-01,2026-11-02 come back as 12, 42 and 2026-11-01; the others as they were.
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
      <artifactId>connect-api</artifactId>
      <version>4.4.0</version>
    </dependency>
  </dependencies>
</project>
XML
mvn -q -B -ntp -f "$work/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$work/lib"
cat >"$work/Header.java" <<'JAVA'
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import org.apache.kafka.connect.storage.SimpleHeaderConverter;

class Header {
    public static void main(String[] none) {
        var converter = new SimpleHeaderConverter();
        converter.configure(Map.of());
        var said = new StringBuilder();
        for (var text : new String[] {"12:30", "42:7/ada", "2026-11-01,2026-11-02", "12/30", "a:30", "true:30"}) {
            var read = converter.toConnectHeader("topic", "header", text.getBytes(UTF_8));
            said.append(' ')
                    .append(new String(
                            converter.fromConnectHeader("topic", "header", read.schema(), read.value()), UTF_8));
        }
        System.out.println(said.substring(1));
    }
}
JAVA
said=$(java -cp "$work/lib/*" "$work/Header.java" 2>/dev/null)
echo "12:30 42:7/ada 2026-11-01,2026-11-02 12/30 a:30 true:30 come back as: $said"
[ "$said" = "12 42 2026-11-01 12/30 a:30 true:30" ] || { echo "the behaviour has changed" >&2; exit 1; }
