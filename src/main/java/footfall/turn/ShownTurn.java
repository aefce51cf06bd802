package footfall.turn;

import footfall.row.RowKind;

/**
 * The topic {@code open} contains a record of turn {@code index} of a trail. {@code isCurrent}: the turn has
 * not changed since.
 */
record ShownTurn(int index, boolean isCurrent) {
    static final RowKind<ShownTurn> KIND = new RowKind<>(10, "shown turn", ShownTurn.class);
}
