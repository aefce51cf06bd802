package footfall.faults;

import java.util.ArrayList;

/** Finds a shorter program that fails too, by running the program without some of its faults. */
final class Shrinking {
    private final Failing failing;
    private int tries;

    interface Failing {
        boolean fails(FaultProgram program) throws Exception;
    }

    /** {@code tries}: how many programs may be run. */
    Shrinking(int tries, Failing failing) {
        this.tries = tries;
        this.failing = failing;
    }

    /** Halves are left out first, then quarters, then single faults. The result is one that failed. */
    FaultProgram shrink(FaultProgram program) throws Exception {
        var shortest = program;
        for (int size = Math.max(1, program.faults().size() / 2); tries > 0; size = Math.max(1, size / 2)) {
            var before = shortest;
            shortest = without(shortest, size);
            if (size == 1 && shortest.equals(before)) {
                break;
            }
        }
        return shortest;
    }

    private FaultProgram without(FaultProgram program, int size) throws Exception {
        var shortest = program;
        for (int at = 0; at < shortest.faults().size() && tries > 0; ) {
            var faults = new ArrayList<>(shortest.faults());
            faults.subList(at, Math.min(faults.size(), at + size)).clear();
            var shorter = shortest.with(faults);
            tries--;
            if (failing.fails(shorter)) {
                shortest = shorter;
            } else {
                at += size;
            }
        }
        return shortest;
    }
}
