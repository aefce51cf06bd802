package footfall.turn;

import footfall.line.Resolver;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.util.Arrays;
import java.util.function.Function;

/**
 * The state of a trail's {@link Resolver}, which only its dialect can read. It is encoded only when the row is written,
 * not after each line. Immutable: the resolver in it resolves nothing, only copies of it do.
 */
public final class ResolverState {
    private final String dialect;

    /** Null for a state that was read. */
    private final Resolver resolver;

    private final byte[] stored;

    private ResolverState(String dialect, Resolver resolver, byte[] stored) {
        this.dialect = dialect;
        this.resolver = resolver;
        this.stored = stored;
    }

    /** A state as it is stored. */
    public ResolverState(String dialect, byte[] bytes) {
        this(dialect, null, bytes);
    }

    /** {@code resolver}: no longer used by the caller. */
    ResolverState(String dialect, Resolver resolver) {
        this(dialect, resolver, null);
    }

    String dialect() {
        return dialect;
    }

    /** A resolver with this state. */
    Resolver resolver(Function<byte[], Resolver> read) {
        return resolver == null ? read.apply(stored) : resolver.copy();
    }

    byte[] bytes() {
        return resolver == null ? stored : resolver.state();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ResolverState state
                && dialect.equals(state.dialect)
                && Arrays.equals(bytes(), state.bytes());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes());
    }

    static void write(RowWriter out, ResolverState state) {
        out.text(state.dialect);
        out.bytes(state.bytes());
    }

    static ResolverState read(RowReader in) {
        return new ResolverState(in.text(), in.bytes());
    }
}
