package footfall.alert;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The raised levels of one kind: the instant of each from level 1, null for a level that was skipped; and how
 * many of them were cleared. A level is raised at most once.
 */
record Levels(List<Instant> at, int cleared) {
    static final Levels NONE = new Levels(List.of(), 0);

    Levels {
        at = Collections.unmodifiableList(new ArrayList<>(at));
    }

    /** The highest level raised. */
    int level() {
        return at.size();
    }

    /** The highest active level, 0 for none. */
    int standing() {
        return cleared < level() ? level() : 0;
    }

    /** When each active level was raised, the lowest first. */
    SortedMap<Integer, Instant> active() {
        var active = new TreeMap<Integer, Instant>();
        for (int level = cleared + 1; level <= level(); level++) {
            if (at.get(level - 1) != null) {
                active.put(level, at.get(level - 1));
            }
        }
        return active;
    }

    Levels with(int level, Instant now) {
        var all = new ArrayList<>(at);
        while (all.size() < level - 1) {
            all.add(null);
        }
        all.add(now);
        return new Levels(all, cleared);
    }

    Levels allCleared() {
        return new Levels(at, level());
    }
}
