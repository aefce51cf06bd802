package footfall.ask;

import footfall.view.StoreKind;
import java.util.Set;

/** What a question reads: some stores, and of them the partitions of some sessions; without sessions, all. */
record Target(Set<StoreKind> stores, Set<String> sessions) {
    Target {
        stores = Set.copyOf(stores);
        sessions = Set.copyOf(sessions);
    }
}
