#!/usr/bin/env bash
# sqlite-jdbc 3.54.1.0: DatabaseMetaData.getIndexInfo returns all indices of a table when it is asked for the unique ones only.
#
# By JDBC's documentation its parameter unique, if true, leaves only indices of unique values, and the rows are in the order of
# NON_UNIQUE first, so false before true. The driver does not look at the parameter, and has the rows in SQLite's order, the
# newest index first. What takes the rows for keys of the table, because it asked for unique indices, has one that is none.
#
# Seen on 2026-11-30: b_plain, whose NON_UNIQUE is true, before a_unique.
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
      <groupId>org.xerial</groupId>
      <artifactId>sqlite-jdbc</artifactId>
      <version>3.54.1.0</version>
    </dependency>
  </dependencies>
</project>
XML
mvn -q -B -ntp -f "$work/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$work/lib"
cat >"$work/Indices.java" <<'JAVA'
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.StringJoiner;

class Indices {
    public static void main(String[] none) throws SQLException {
        var said = new StringJoiner(" ");
        try (var connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                var statement = connection.createStatement()) {
            statement.execute("create table t(a integer, b integer)");
            statement.execute("create unique index a_unique on t(a)");
            statement.execute("create index b_plain on t(b)");
            try (var rows = connection.getMetaData().getIndexInfo(null, null, "t", true, false)) {
                while (rows.next()) {
                    said.add(rows.getString("INDEX_NAME") + '=' + rows.getBoolean("NON_UNIQUE"));
                }
            }
        }
        System.out.println(said);
    }
}
JAVA
said=$(java -cp "$work/lib/*" "$work/Indices.java" 2>/dev/null)
echo "unique indices only, each with NON_UNIQUE: $said"
[ "$said" = "b_plain=true a_unique=false" ] || { echo "the behaviour has changed" >&2; exit 1; }
