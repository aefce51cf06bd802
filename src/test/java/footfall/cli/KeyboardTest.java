package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.cli.LiveTerminal.Keyboard;
import footfall.screen.KeyPress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jline.utils.NonBlockingReader;
import org.junit.jupiter.api.Test;

class KeyboardTest {
    /** As a terminal in raw mode: each look at it lasts a while, also after an interrupt. */
    private static final class Typed extends NonBlockingReader {
        private final String text;
        private final AtomicInteger reads = new AtomicInteger();
        private final AtomicInteger under = new AtomicInteger();

        Typed(String text) {
            this.text = text;
        }

        @Override
        protected int read(long timeout, boolean isPeek) throws IOException {
            int at = reads.get();
            if (at < text.length()) {
                reads.addAndGet(isPeek ? 0 : 1);
                return text.charAt(at);
            } else if (timeout > 0) {
                return READ_EXPIRED;
            }
            under.incrementAndGet();
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            under.decrementAndGet();
            throw new IOException("interrupted");
        }

        @Override
        public int readBuffered(char[] into, int from, int length, long timeout) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }

    private static List<KeyPress> pressed(String typed) {
        var reader = new Typed(typed);
        var presses = new ArrayList<KeyPress>();
        try (var keyboard = new Keyboard(reader, () -> {}).start()) {
            Awaitility.await().until(() -> reader.under.get() == 1);
            keyboard.drain(presses::add);
        }
        return presses;
    }

    @Test
    void bytesThatComeTogetherAreOneKeyAndALoneEscapeIsAKeyOfItsOwn() {
        assertThat(pressed("q\u001b[A\u001bOB\r\u007f\u001b[5~\u001b[6~"
                        + "\u001b[H\u001bOF\u001b[1~\u001b[4~\u001b[1;5C\u0001\u001b"))
                .containsExactly(
                        KeyPress.of('q'),
                        KeyPress.of(KeyPress.Key.UP),
                        KeyPress.of(KeyPress.Key.DOWN),
                        KeyPress.of(KeyPress.Key.ENTER),
                        KeyPress.of(KeyPress.Key.BACKSPACE),
                        KeyPress.of(KeyPress.Key.PAGE_UP),
                        KeyPress.of(KeyPress.Key.PAGE_DOWN),
                        KeyPress.of(KeyPress.Key.HOME),
                        KeyPress.of(KeyPress.Key.END),
                        KeyPress.of(KeyPress.Key.HOME),
                        KeyPress.of(KeyPress.Key.END),
                        KeyPress.of(KeyPress.Key.ESCAPE));
        assertThat(pressed("😀")).containsExactly(KeyPress.of("😀".codePointAt(0)));
    }

    @Test
    void afterItsEndNoReadIsUnderWayThatCouldSetTheTerminalOnceMore() {
        var reader = new Typed("");
        var keyboard = new Keyboard(reader, () -> {}).start();
        Awaitility.await().until(() -> reader.under.get() == 1);
        keyboard.close();
        assertThat(reader.under.get()).isZero();
    }
}
