package footfall.tail;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.QbitTalk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An array of qbit that is written anew, with more in it, between two reads of one look. */
class GrowingArrayTest {
    private static final Chunks.Sizes SIZES = new Chunks.Sizes(1 << 20, 1 << 20);

    /** Says the first text until it has been read once, then the second. */
    private static final class Rewritten implements Disk.Opened {
        private final byte[] after;
        private byte[] now;

        Rewritten(String before, String after) {
            this.now = before.getBytes(StandardCharsets.UTF_8);
            this.after = after.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public long size() {
            return now.length;
        }

        @Override
        public int read(ByteBuffer into, long at) {
            int count = (int) Math.min(into.remaining(), now.length - at);
            if (count > 0) {
                into.put(now, (int) at, count);
                now = after;
            }
            return count > 0 ? count : -1;
        }

        @Override
        public void close() {}
    }

    private static List<String> elements(Disk.Opened file) throws IOException {
        var found = new ArrayList<String>();
        var elements = Elements.live(FixedLengthFile.atCurrentLength(file), SIZES);
        for (var chunk = elements.next(); chunk != null; chunk = elements.next()) {
            chunk.eachLine((bytes, offset) -> found.add(
                    offset + " " + new String(bytes.array(), bytes.from(), bytes.length(), StandardCharsets.UTF_8)));
        }
        return found;
    }

    @Test
    void whatIsBehindTheEndThatTheLookBeganWithIsForTheNextLook() throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            var talk = new QbitTalk(seed);
            for (int known = 1; known < talk.size(); known++) {
                var before = talk.array(known);
                var plain = elements(new Rewritten(before, before));
                assertThat(elements(new Rewritten(before, talk.array(talk.size()))))
                        .isEqualTo(plain)
                        .hasSize(known);
            }
        }
    }
}
