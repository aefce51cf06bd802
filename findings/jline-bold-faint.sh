#!/usr/bin/env bash
# jline-terminal 3.29.0: AttributedString.toAnsi writes bold text as plain if the text before it is bold and faint.
#
# Code 22 of a terminal (ECMA-48, select graphic rendition) is normal intensity: it ends bold and faint together, so what stays
# has to be set anew. toAnsi writes 22 alone where one of both ends, so the other is lost too, on a terminal and in jline's own
# fromAnsi. Faint text after bold and faint text is plain in the same way.
#
# Seen on 2026-11-30: only code 22 between both texts, and the second one is plain when it is read again.
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
      <groupId>org.jline</groupId>
      <artifactId>jline-terminal</artifactId>
      <version>3.29.0</version>
    </dependency>
  </dependencies>
</project>
XML
mvn -q -B -ntp -f "$work/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$work/lib"
cat >"$work/Styles.java" <<'JAVA'
import java.util.StringJoiner;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

class Styles {
    public static void main(String[] none) {
        var both = AttributedStyle.DEFAULT.bold().faint();
        var said = new StringJoiner("; ");
        for (var next : new AttributedStyle[] {AttributedStyle.BOLD, AttributedStyle.DEFAULT.faint()}) {
            var text = new AttributedStringBuilder().styled(both, "a").styled(next, "b").toAttributedString();
            var codes = text.toAnsi(null);
            var read = AttributedString.fromAnsi(codes);
            said.add(codes.replace("\033", "") + ' ' + read.styleAt(0).equals(both) + ' '
                    + (read.styleAt(1).equals(AttributedStyle.DEFAULT) ? "plain" : "styled"));
        }
        System.out.println(said);
    }
}
JAVA
said=$(java -cp "$work/lib/*" "$work/Styles.java" 2>/dev/null)
echo "bold and faint text, then bold; the same, then faint: $said"
[ "$said" = "[1;2ma[22mb[0m true plain; [1;2ma[22mb[0m true plain" ] || { echo "the behaviour has changed" >&2; exit 1; }
