#!/usr/bin/env bash
# Kafka's clients 4.4.0: MockProducer completes the sends of an aborted transaction with success, and commits failed ones.
#
# The documentation of KafkaProducer says that abortTransaction aborts what was not flushed (since KIP-654 such a send fails
# with a TransactionAbortedException), and that commitTransaction throws if a send of the transaction has failed. MockProducer,
# made to test such code, flushes on abort, so a future and its callback report an offset of a record that history() lacks; and
# after errorNext it commits, and history() has the record whose send failed. So a test does not see code that lacks the
# handling.
#
# Seen on 2026-11-29: offset 0 and no record after an abort; committed with one record after a failed send.
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
cat >"$work/Transactions.java" <<'JAVA'
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.StringSerializer;

class Transactions {
    public static void main(String[] none) throws InterruptedException {
        System.out.println("abort: " + ended(false) + "; commit: " + ended(true));
    }

    private static String ended(boolean isFailed) throws InterruptedException {
        try (var producer = new MockProducer<>(false, null, new StringSerializer(), new StringSerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            var sent = producer.send(new ProducerRecord<>("topic", "key", "value"));
            try {
                if (isFailed) {
                    producer.errorNext(new RecordTooLargeException());
                    producer.commitTransaction();
                } else {
                    producer.abortTransaction();
                }
            } catch (KafkaException refused) {
                return "refused";
            }
            return answer(sent) + ", records " + producer.history().size();
        }
    }

    private static String answer(Future<RecordMetadata> sent) throws InterruptedException {
        try {
            return "sent at " + sent.get().offset();
        } catch (ExecutionException failed) {
            return "failed";
        }
    }
}
JAVA
said=$(java -cp "$work/lib/*" "$work/Transactions.java" 2>/dev/null)
echo "after the end of the transaction: $said"
[ "$said" = "abort: sent at 0, records 0; commit: failed, records 1" ] || { echo "the behaviour has changed" >&2; exit 1; }
