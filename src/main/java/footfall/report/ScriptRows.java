package footfall.report;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Passes on the rows of calls in their order. The row of a script waits until the script ends, and later rows wait
 * with it, because a script whose calls have rows has none. At most {@code ROWS_MAX} rows wait; then the oldest is
 * passed on.
 */
final class ScriptRows<T> {
    static final int ROWS_MAX = 500;

    private final Deque<Waiting<T>> waiting = new ArrayDeque<>();
    private final Set<String> running = new HashSet<>();
    private final Set<String> dropped = new HashSet<>();
    private final Consumer<T> out;

    /** {@code script}: the ID of the call that runs a script; null for any other row. */
    private record Waiting<T>(T row, String script) {}

    ScriptRows(Consumer<T> out) {
        this.out = out;
    }

    /** {@code script}: the ID of the call if it runs a script, else null. */
    void add(T row, String script) {
        waiting.add(new Waiting<>(row, script));
        if (script != null) {
            running.add(script);
        }
        if (waiting.size() > ROWS_MAX) {
            running.remove(waiting.element().script());
        }
        passOn();
    }

    /** The call has a result. */
    void end(String toolUseId) {
        if (running.remove(toolUseId)) {
            passOn();
        }
    }

    /** The script made calls, and ended. */
    void drop(String script) {
        if (running.remove(script)) {
            dropped.add(script);
            passOn();
        }
    }

    /** No script of the file goes on. */
    void endFile() {
        running.clear();
        passOn();
    }

    private void passOn() {
        while (!waiting.isEmpty() && !running.contains(waiting.element().script())) {
            var first = waiting.remove();
            if (!dropped.remove(first.script())) {
                out.accept(first.row());
            }
        }
    }
}
