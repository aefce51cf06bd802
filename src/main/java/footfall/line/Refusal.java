package footfall.line;

/**
 * A call that was not allowed to run, or not to end, as the text of its result says. {@code start}
 * is how such texts begin, and {@code inside} what their first line contains behind it, null for anything.
 * Nothing is read from what a person, a rule or a hook wrote.
 */
public record Refusal(Outcome outcome, Permission permission, String start, String inside) {
    public static Refusal of(Outcome outcome, Permission permission, String start) {
        return new Refusal(outcome, permission, start, null);
    }

    public static Refusal denied(Permission permission, String start) {
        return of(Outcome.DENIED, permission, start);
    }

    public static Refusal denied(Permission permission, String start, String inside) {
        return new Refusal(Outcome.DENIED, permission, start, inside);
    }

    boolean fits(String said, String line) {
        return said.startsWith(start) && (inside == null || line.indexOf(inside, start.length()) >= 0);
    }

    /** The fixed words, which may leave the machine. */
    String phrase() {
        return inside == null ? start : start + inside;
    }
}
