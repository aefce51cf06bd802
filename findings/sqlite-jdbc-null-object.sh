#!/usr/bin/env bash
# sqlite-jdbc 3.54.1.0: ResultSet.getObject(column, Integer.class) throws for NULL, and so for Long, Double and Float.
#
# By JDBC's specification (NULL result values) a getter that returns an object returns null for SQL NULL. This is the getter
# that tells NULL from 0, which getInt cannot. The driver returns null without a type and for String, BigDecimal and LocalDate;
# for these four types of numbers it throws an SQLException, as it does for text.
#
# Seen on 2026-11-30: null for three types and without one, an SQLException for Integer, Long, Double and Float.
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
cat >"$work/Nulls.java" <<'JAVA'
import java.math.BigDecimal;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.StringJoiner;

class Nulls {
    public static void main(String[] none) throws SQLException {
        var said = new StringJoiner(", ");
        try (var connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                var statement = connection.createStatement();
                var rows = statement.executeQuery("select null")) {
            rows.next();
            said.add("none " + rows.getObject(1));
            for (var type : new Class<?>[] {
                String.class, BigDecimal.class, LocalDate.class, Integer.class, Long.class, Double.class, Float.class
            }) {
                try {
                    said.add(type.getSimpleName() + ' ' + rows.getObject(1, type));
                } catch (SQLException refused) {
                    said.add(type.getSimpleName() + " refused");
                }
            }
        }
        System.out.println(said);
    }
}
JAVA
said=$(java -cp "$work/lib/*" "$work/Nulls.java" 2>/dev/null)
echo "NULL as an object of a type: $said"
[ "$said" = "none null, String null, BigDecimal null, LocalDate null, Integer refused, Long refused, Double refused, Float refused" ] || { echo "the behaviour has changed" >&2; exit 1; }
