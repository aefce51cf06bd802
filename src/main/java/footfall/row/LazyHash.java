package footfall.row;

import java.util.function.LongSupplier;

/**
 * A hash that is computed when it is first asked for, so that rows in memory need none until they are compared. Until
 * then it holds what it is a hash of. Not thread-safe.
 */
public final class LazyHash {
    private LongSupplier hash;
    private long value;

    private LazyHash(LongSupplier hash, long value) {
        this.hash = hash;
        this.value = value;
    }

    public static LazyHash of(LongSupplier hash) {
        return new LazyHash(hash, 0);
    }

    public static LazyHash of(long value) {
        return new LazyHash(null, value);
    }

    public long value() {
        if (hash != null) {
            value = hash.getAsLong();
            hash = null;
        }
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LazyHash lazy && lazy.value() == value();
    }

    @Override
    public int hashCode() {
        return Long.hashCode(value());
    }

    @Override
    public String toString() {
        return Long.toHexString(value());
    }
}
