#!/usr/bin/env bash
# tomlj 1.1.1: toToml() writes TOML that its own parser refuses, for infinite numbers and for an empty key.
#
# TOML 1.0 has inf and -inf (section Float), and a bare key is never empty while a quoted one may be (section Keys). The parser
# reads both. But toToml(), which shall write a table as TOML, writes Java's word Infinity, and nothing for the empty key.
#
# Seen on 2026-11-29: a=Infinity and =1, each with errors when it is parsed again; a finite number has none.
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
      <groupId>org.tomlj</groupId>
      <artifactId>tomlj</artifactId>
      <version>1.1.1</version>
    </dependency>
  </dependencies>
</project>
XML
mvn -q -B -ntp -f "$work/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$work/lib"
cat >"$work/Again.java" <<'JAVA'
import java.util.StringJoiner;
import org.tomlj.Toml;
import org.tomlj.TomlParseResult;

class Again {
    public static void main(String[] none) {
        var said = new StringJoiner(", ");
        for (var text : new String[] {"a = inf", "\"\" = 1", "a = 1.5"}) {
            var first = Toml.parse(text);
            var written = first.toToml();
            said.add(said(first) + ' ' + written.strip() + ' ' + said(Toml.parse(written)));
        }
        System.out.println(said);
    }

    private static String said(TomlParseResult result) {
        return result.hasErrors() ? "refused" : "read";
    }
}
JAVA
said=$(java -cp "$work/lib/*" "$work/Again.java" 2>/dev/null)
echo "read, written, read again: $said"
[ "$said" = "read a=Infinity refused, read =1 refused, read a=1.5 read" ] || { echo "the behaviour has changed" >&2; exit 1; }
