package footfall.ship;

import static footfall.testkit.Transcripts.session;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.OwnerUuids;
import footfall.line.RejectedBytes;
import footfall.tail.LocalDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of lines that a broker refuses for what they are, and of those behind them. */
class RefusedLinesTest {
    @TempDir
    Path folder;

    private Path projects;
    private final Broker broker = new Broker();

    @BeforeEach
    void home() throws IOException {
        projects = Files.createDirectories(folder.resolve("home/projects/-w"));
    }

    /** Takes nothing before it is asked to, and then in order up to a line that it refuses. */
    private static final class Broker implements Outlet {
        final Set<String> refuses = new HashSet<>();
        final Set<String> alone = new HashSet<>();
        final List<String> log = new ArrayList<>();
        private final ArrayDeque<Handed> handed = new ArrayDeque<>();
        private boolean isBroken;

        private record Handed(String uuid, String says, Runnable taken) {}

        @Override
        public boolean send(Outgoing outgoing, Runnable taken) {
            check();
            var line = outgoing.line();
            if (alone.contains(
                    line.ownerUuids(new OwnerUuids(OwnerUuids.State.BEGIN)).asked())) {
                flush();
                log.add("unsendable "
                        + line.ownerUuids(new OwnerUuids(OwnerUuids.State.BEGIN))
                                .asked());
                taken.run();
                return false;
            }
            var after = outgoing.previousOffset() < 0 ? "" : " after " + outgoing.previousOffset();
            handed.add(new Handed(
                    line.ownerUuids(new OwnerUuids(OwnerUuids.State.BEGIN)).asked(),
                    line.ownerUuids(new OwnerUuids(OwnerUuids.State.BEGIN)).asked() + " at " + line.offset() + after,
                    taken));
            return true;
        }

        @Override
        public void send(String fileId, RejectedBytes rejected, Runnable taken) {
            check();
            handed.add(new Handed("", rejected.reason().word() + " at " + rejected.offset(), taken));
        }

        void take(int max) {
            for (int i = 0; i < max && !handed.isEmpty() && !isBroken; i++) {
                var next = handed.remove();
                if (refuses.contains(next.uuid)) {
                    alone.add(next.uuid);
                    isBroken = true;
                } else {
                    log.add(next.says);
                    next.taken.run();
                }
            }
        }

        @Override
        public void flush() {
            take(Integer.MAX_VALUE);
            check();
        }

        @Override
        public void check() {
            if (isBroken) {
                isBroken = false;
                handed.clear();
                throw new Outlet.LineRefused(new IllegalArgumentException("for a test"));
            }
        }
    }

    private void write(String session, String... uuids) throws IOException {
        var transcript = session(session);
        for (var uuid : uuids) {
            transcript.prompt(1, "go").with("uuid", uuid);
        }
        Files.write(projects.resolve(session + ".jsonl"), transcript.bytes());
    }

    private Shipping start() throws IOException {
        return Starts.over(folder, checkpoint(), broker);
    }

    private CheckpointFile checkpoint() {
        return new CheckpointFile(new LocalDisk(), folder.resolve("checkpoint"));
    }

    private static int length() {
        return session("s1").prompt(1, "go").with("uuid", "u1").bytes().length;
    }

    @Test
    void itsPositionIsReportedBeforeLaterLinesAndNobodyComesAfterIt() throws IOException {
        write("s1", "u1", "u2", "u3", "u4");
        broker.refuses.addAll(Set.of("u2", "u3"));
        var shipping = start();
        shipping.round();
        shipping.finish();
        assertThat(broker.log)
                .containsExactly(
                        "u1 at 0", // u2 is refused
                        "u1 at 0",
                        "unsendable u2", // u3 is refused
                        "u1 at 0",
                        "unsendable u2",
                        "unsendable u3",
                        "u4 at " + 3 * length() + " after 0");
        assertThat(shipping.progress().rejected()).isEqualTo(Map.of("unsendable", 2L));
        assertThat(shipping.progress().lines()).isEqualTo(2);
        assertThat(shipping.progress().bytesBehind()).isZero();
    }

    @Test
    void theFirstLineOfAFileMayBeOne() throws IOException {
        write("s1", "u1", "u2");
        broker.refuses.add("u1");
        var shipping = start();
        shipping.round();
        shipping.finish();
        assertThat(broker.log).containsExactly("unsendable u1", "u2 at " + length());
    }

    @Test
    void aRefusalThatIsHeardOfWhenNothingIsHandedOverAnyMoreIsActedOn() throws IOException {
        write("s1", "u1", "u2");
        broker.refuses.add("u2");
        var shipping = start();
        shipping.round();
        broker.take(2);
        shipping.settle();
        broker.take(1);
        shipping.settle();
        assertThat(broker.log).containsExactly("u1 at 0", "u1 at 0", "unsendable u2");
        assertThat(shipping.isUnsettled()).isFalse();
        assertThat(start().progress().bytesBehind()).isZero();
    }

    @Test
    void anIncompleteLineOfAFileThatIsGoneMeanwhileIsNoLongerWaitedFor() throws IOException {
        write("s1", "u1");
        var other = Files.writeString(projects.resolve("s2.jsonl"), "{");
        broker.refuses.add("u1");
        var shipping = start();
        shipping.round();
        assertThat(shipping.files().isHalfWaiting()).isTrue();
        Files.delete(other);
        broker.take(1);
        shipping.settle();
        assertThat(shipping.files().isHalfWaiting()).isFalse();
    }

    @Test
    void whatWasAcknowledgedOfOtherFilesIsNotSentAgainAndTheRestOfThemIsNotLost() throws IOException {
        write("s1", "a1");
        write("s2", "b1", "b2");
        write("s3", "c1");
        broker.refuses.add("b1");
        var shipping = start();
        shipping.round();
        shipping.finish();
        assertThat(broker.log).containsExactly("a1 at 0", "unsendable b1", "b2 at " + length(), "c1 at 0");
    }

    @Test
    void aForkThatWaitsBehindItIsStillTheCopy() throws IOException {
        var original =
                session("s9").prompt(1, "go").with("uuid", "u1").prompt(2, "go").with("uuid", "u2");
        Files.write(projects.resolve("s9.jsonl"), original.assistant(3, "m1").bytes());
        Files.write(
                projects.resolve("s1.jsonl"),
                session("s1").prompt(5, "go").with("uuid", "u2").bytes());
        broker.refuses.add("u1");
        var copies = new ArrayList<String>();
        var noting = new Outlet() {
            @Override
            public boolean send(Outgoing outgoing, Runnable taken) {
                copies.add(outgoing.line().session().value() + " of " + outgoing.copiedFrom());
                return broker.send(outgoing, taken);
            }

            @Override
            public void send(String fileId, RejectedBytes rejected, Runnable taken) {
                broker.send(fileId, rejected, taken);
            }

            @Override
            public void flush() {
                broker.flush();
            }
        };
        Starts.once(folder, checkpoint(), noting);
        assertThat(copies).doesNotContain("s9 of s1").endsWith("s1 of s9");
    }
}
