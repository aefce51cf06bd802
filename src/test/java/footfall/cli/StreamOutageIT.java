package footfall.cli;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.ChildJava;
import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.Ports;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real {@code stream} processes whose broker becomes unreachable, or whose neighbour is killed. */
@LongSuite
@Timeout(600)
class StreamOutageIT {
    private static final int PARTITIONS = 4;
    /** Of an open transaction whose processor was killed, unless another processor aborts it. */
    private static final Map<String, String> OUTLASTS_PATIENCE = Map.of("transaction.timeout.ms", "800000");

    private static final int KILLS = Integer.getInteger("footfall.stream.kills", 1);

    @TempDir
    Path folder;

    private ChildUp stream(String instance, int port) throws Exception {
        return ChildUp.stream(ChildJava.classPath(), folder, port, "out.", folder.resolve(instance), OUTLASTS_PATIENCE);
    }

    private static List<Shipment.Sent> sessions(String name) {
        var sent = new ArrayList<Shipment.Sent>();
        IntStream.range(0, 8 * PARTITIONS).forEach(i -> sent.addAll(session(name + i)));
        return sent;
    }

    private static List<Shipment.Sent> session(String name) {
        return Shipment.of(footfall.testkit.Transcripts.session(name)
                        .prompt(0, "go")
                        .assistant(1, "m1", use("Read", "t1"))
                        .duration(2, 10))
                .records();
    }

    private static void awaitAll(ChildUp stream, String name) {
        Awaitility.await().atMost(ChildUp.PATIENCE).until(() -> {
            var out = stream.out();
            return IntStream.range(0, 8 * PARTITIONS).allMatch(i -> out.contains(" " + name + i + ":0"));
        });
    }

    @Test
    void anUnreachableBrokerIsSaidAndSoIsItsReturnAndASignalEndsItMeanwhile() throws Exception {
        int port = Ports.free();
        ChildUp stays;
        ChildUp ends;
        try (var cluster = Cluster.start(folder, port)) {
            cluster.footfall("out", PARTITIONS, Story.RULES).send(sessions("before"));
            stays = stream("stays", port);
            awaitAll(stays, "before");
            ends = stream("ends", port).says("stops it");
        }
        try (stays;
                ends) {
            long began = System.nanoTime();
            stays.says("broker unreachable at 127.0.0.1:" + port);
            ends.says("broker unreachable at 127.0.0.1:" + port);
            print("said that the broker is unreachable after", began);
            began = System.nanoTime();
            assertThat(ends.stop().exit()).isEqualTo(143);
            print("ended with an unreachable broker after", began);
            try (var cluster = Cluster.start(folder, port)) {
                stays.says("connection restored to 127.0.0.1:" + port);
                cluster.footfall("out", PARTITIONS, Story.RULES).send(sessions("later"));
                awaitAll(stays, "later");
                assertThat(stays.stop().exit()).isEqualTo(143);
            }
        }
    }

    @Test
    void theOtherInstanceTakesThePartitionsOfOneThatWasKilledWhileLinesFlow() throws Exception {
        int port = Ports.free();
        try (var cluster = Cluster.start(folder, port)) {
            var footfall = cluster.footfall("out", PARTITIONS, Story.RULES);
            try (var stays = stream("stays", port)) {
                killBeside(stays, footfall, port);
                assertThat(stays.stop().exit()).isEqualTo(143);
            }
        }
    }

    private void killBeside(ChildUp stays, Cluster.Footfall footfall, int port) throws Exception {
        for (int kill = 0; kill < KILLS; kill++) {
            footfall.send(sessions("a" + kill + "-"));
            awaitAll(stays.says("stops it"), "a" + kill + "-");
            var killed = stream("killed", port);
            try {
                awaitShared(footfall);
                suspendInATransaction(killed, footfall, port);
            } finally {
                killed.close();
            }
            long began = System.nanoTime();
            footfall.send(sessions("b" + kill + "-"));
            awaitAll(stays, "b" + kill + "-");
            awaitCommitted(footfall, "b" + kill + "-");
            print("all partitions flow again after a kill after", began);
        }
    }

    private void suspendInATransaction(ChildUp stream, Cluster.Footfall footfall, int port) throws Exception {
        var process = Files.readString(folder.resolve("killed/out/kafka-streams-process-metadata"));
        var ongoing = new ListTransactionsOptions().filterStates(List.of(TransactionState.ONGOING));
        try (var admin = Admin.create(Map.<String, Object>copyOf(Cluster.client(folder, port)))) {
            for (int i = 0; ; i++) {
                footfall.send(sessions("c" + i + "-"));
                assertThat(stream.signal("-STOP")).isZero();
                if (admin.listTransactions(ongoing).all().get().stream()
                        .map(TransactionListing::transactionalId)
                        .anyMatch(id -> process.contains(id.replaceAll("out-|-\\d$", "")))) {
                    return;
                }
                assertThat(stream.signal("-CONT")).isZero();
            }
        }
    }

    /** For consumers of committed records, which wait at an open transaction. */
    private static void awaitCommitted(Cluster.Footfall footfall, String name) {
        Awaitility.await()
                .atMost(ChildUp.PATIENCE)
                .until(() -> footfall.turns().stream()
                                .filter(turn -> turn.id().turnId().startsWith(name))
                                .count()
                        == 8 * PARTITIONS);
    }

    private static void awaitShared(Cluster.Footfall footfall) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> footfall.shares().equals(List.of(2L, 2L)));
    }

    private static void print(String what, long began) {
        System.out.println(what + " " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began) + " ms");
    }
}
