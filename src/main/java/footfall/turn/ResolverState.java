package footfall.turn;

import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.util.Arrays;

/** The state of a trail's {@link footfall.line.Resolver}, which only its dialect can read. */
public record ResolverState(String dialect, byte[] bytes) {
    @Override
    public boolean equals(Object other) {
        return other instanceof ResolverState state
                && dialect.equals(state.dialect)
                && Arrays.equals(bytes, state.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    static void write(RowWriter out, ResolverState state) {
        out.text(state.dialect);
        out.bytes(state.bytes);
    }

    static ResolverState read(RowReader in) {
        return new ResolverState(in.text(), in.bytes());
    }
}
