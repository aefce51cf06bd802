package footfall.line;

/**
 * What calls that went well changed. Of a call: {@code files} only where it has no {@link Target}, and lines as its
 * input says them, which those of its result replace. Lines and files are null where nothing says them, as for the edit
 * of a shell's command.
 */
public record Changes(long commits, long pushes, long pullRequests, Long linesAdded, Long linesRemoved, Long files) {
    /** The sum of none. */
    public static final Changes ZERO = new Changes(0, 0, 0, 0L, 0L, 0L);

    /** Of a call that changed something, of which no more is known. */
    static final Changes SOMETHING = new Changes(0, 0, 0, null, null, null);

    /** Of one call: sums of as many as there can be are no overflow. */
    private static final long COUNT_MAX = 1L << 31;

    /** Either may be null. */
    public static Changes ofLines(Long added, Long removed) {
        return new Changes(0, 0, 0, added, removed, null);
    }

    public Changes ofFiles(Long number) {
        return new Changes(commits, pushes, pullRequests, linesAdded, linesRemoved, number);
    }

    public Changes withLinesOf(Changes other) {
        return new Changes(commits, pushes, pullRequests, other.linesAdded, other.linesRemoved, files);
    }

    /** What is not known counts nothing beside what is; either may be null. */
    public static Changes sum(Changes one, Changes other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return new Changes(
                one.commits + other.commits,
                one.pushes + other.pushes,
                one.pullRequests + other.pullRequests,
                sum(one.linesAdded, other.linesAdded),
                sum(one.linesRemoved, other.linesRemoved),
                sum(one.files, other.files));
    }

    /** Of a sum in which nothing is null. */
    public Changes negated() {
        return new Changes(-commits, -pushes, -pullRequests, -linesAdded, -linesRemoved, -files);
    }

    private static Long sum(Long one, Long other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one + other;
    }

    /** As a call or a result may state it; null for null. */
    static Changes bounded(Changes stated) {
        return stated == null
                ? null
                : new Changes(
                        bounded((Long) stated.commits),
                        bounded((Long) stated.pushes),
                        bounded((Long) stated.pullRequests),
                        bounded(stated.linesAdded),
                        bounded(stated.linesRemoved),
                        bounded(stated.files));
    }

    private static Long bounded(Long count) {
        return count == null ? null : Long.valueOf(Math.max(0, Math.min(count, COUNT_MAX)));
    }
}
