package footfall.turn;

import footfall.line.FileId;
import footfall.line.Line;
import footfall.line.Resolver;

/** Resolves lines with the state of their trail. */
final class Resolution {
    private final Resolvers resolvers;

    /** Creates resolvers: {@code state} is that of the trail, null for a new one. */
    interface Resolvers {
        Resolver of(FileId file, byte[] state);
    }

    Resolution(Resolvers resolvers) {
        this.resolvers = resolvers;
    }

    void resolve(FoldCall work, Line.Unresolved line, FileId file, Resolver.Sink sink) {
        var key = FoldRows.resolver(work.id);
        var before = work.rows.get(key);
        boolean isKnown = before != null && before.dialect().equals(file.dialect());
        var resolver = isKnown ? before.resolver(state -> resolvers.of(file, state)) : resolvers.of(file, null);
        resolver.resolve(line, file, sink);
        work.rows.put(key, new ResolverState(file.dialect(), resolver));
    }
}
