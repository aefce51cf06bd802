#!/usr/bin/env bash
# jackson-dataformat-cbor 2.22.4 reads a positive bignum as a negative number if its first bit is set.
#
# The content of a bignum is an unsigned integer, without leading zeros in preferred serialization (RFC 8949, section 3.4.3), so
# 2^72 - 1 is c2 49 and nine bytes ff. Jackson reads the bytes as a two's complement: -1. It does so too with the feature
# DECODE_USING_STANDARD_NEGATIVE_BIGINT_ENCODING, which mends negative bignums. Its own writer puts a zero byte before them, so
# only bytes of another writer show it.
#
# Seen on 2026-11-29: -1 for 2^72 - 1, with the feature too; 2^64, whose first byte is 01, is right.
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
      <groupId>com.fasterxml.jackson.dataformat</groupId>
      <artifactId>jackson-dataformat-cbor</artifactId>
      <version>2.22.4</version>
    </dependency>
  </dependencies>
</project>
XML
mvn -q -B -ntp -f "$work/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$work/lib"
cat >"$work/Bignum.java" <<'JAVA'
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORParser;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.StringJoiner;

class Bignum {
    public static void main(String[] none) throws IOException {
        var said = new StringJoiner(", ");
        for (var isStandard : new boolean[] {false, true}) {
            var mapper = new CBORMapper(CBORFactory.builder()
                    .configure(CBORParser.Feature.DECODE_USING_STANDARD_NEGATIVE_BIGINT_ENCODING, isStandard)
                    .build());
            for (var bytes : new String[] {"c249ffffffffffffffffff", "c249010000000000000000"}) {
                said.add(mapper.readValue(HexFormat.of().parseHex(bytes), BigInteger.class).toString());
            }
        }
        System.out.println(said);
    }
}
JAVA
said=$(java -cp "$work/lib/*" "$work/Bignum.java" 2>/dev/null)
echo "2^72 - 1 and 2^64, and again with the feature: $said"
[ "$said" = "-1, 18446744073709551616, -1, 18446744073709551616" ] || { echo "the behaviour has changed" >&2; exit 1; }
