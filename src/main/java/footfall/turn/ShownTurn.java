package footfall.turn;

import footfall.row.RowKind;
import footfall.row.RowReader;
import footfall.row.RowWriter;

/**
 * The topic {@code open} contains a record of turn {@code index} of a trail. {@code isCurrent}: the turn has
 * not changed since.
 */
record ShownTurn(int index, boolean isCurrent) {
    static final RowKind<ShownTurn> KIND = new RowKind<>(10, "shown turn", ShownTurn::write, ShownTurn::read);

    private static void write(RowWriter out, ShownTurn row) {
        out.unsigned(row.index);
        out.flag(row.isCurrent);
    }

    private static ShownTurn read(RowReader in) {
        return new ShownTurn(in.number(), in.flag());
    }
}
