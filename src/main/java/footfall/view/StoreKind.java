package footfall.view;

/** The stores of a topology by what they answer: open turns; turns, sessions and alerts by time; totals. */
public enum StoreKind {
    TRAILS,
    LOG,
    TALLIES
}
