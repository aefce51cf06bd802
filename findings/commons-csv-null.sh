#!/usr/bin/env bash
# commons-csv 1.14.1 reads the text \N as null in the formats MYSQL, POSTGRESQL_TEXT and ORACLE, although it wrote it escaped.
#
# In these formats \N stands for null, and a backslash of the text is doubled: the printer writes \N (two characters) as \\N and
# null as \N, as MySQL's manual (LOAD DATA, field and line handling) and PostgreSQL's (COPY, text format) have it: null is
# recognised before escapes are resolved. The parser resolves them first, so both come back as null. commons-csv's pull request
# 626 is about it.
#
# Seen on 2026-11-29: the lines differ, and both are read as null, in all three formats.
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
      <groupId>org.apache.commons</groupId>
      <artifactId>commons-csv</artifactId>
      <version>1.14.1</version>
    </dependency>
  </dependencies>
</project>
XML
mvn -q -B -ntp -f "$work/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$work/lib"
cat >"$work/Nulls.java" <<'JAVA'
import java.io.IOException;
import java.io.StringReader;
import java.util.StringJoiner;
import org.apache.commons.csv.CSVFormat;

class Nulls {
    public static void main(String[] none) throws IOException {
        var said = new StringJoiner(", ");
        for (var format : new CSVFormat[] {CSVFormat.MYSQL, CSVFormat.POSTGRESQL_TEXT, CSVFormat.ORACLE}) {
            var text = format.format("\\N", "x");
            var absent = format.format(null, "x");
            said.add((text.equals(absent) ? "equal " : "different ") + first(format, text) + ' ' + first(format, absent));
        }
        System.out.println(said);
    }

    private static String first(CSVFormat format, String line) throws IOException {
        try (var parser = format.parse(new StringReader(line))) {
            return parser.iterator().next().get(0);
        }
    }
}
JAVA
said=$(java -cp "$work/lib/*" "$work/Nulls.java" 2>/dev/null)
echo "lines of text and of null, and what is read: $said"
[ "$said" = "different null null, different null null, different null null" ] || { echo "the behaviour has changed" >&2; exit 1; }
