package footfall.reader.codex;

import footfall.line.Hashes;
import footfall.line.Ids;
import footfall.line.Usage;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Which tokens of a trail are new. Codex reports a request up to twice: by a {@code token_usage_record} and by a
 * {@code token_count}, in any order, and older versions by the count alone. The two are a pair if they name the same
 * response; where the count names none, if they have as many tokens and no other report came between them.
 */
final class CodexCounts {
    private static final int RESPONSES_MAX = 256;
    private static final int OPEN_MAX = 8;

    private Hashes responses = Hashes.NONE;
    private Long total;

    /** The tokens of a request. Some counts name no writes of the cache, which are a part of the input. */
    private record Tokens(long input, long output) {
        static Tokens of(Usage used) {
            return new Tokens(used.input() + used.cacheRead() + used.cacheCreation(), used.output());
        }
    }

    /** The tokens of records without a count so far, the oldest first. */
    private final Deque<Tokens> records = new ArrayDeque<>();

    /** Those of the latest count, if it named no response and no report came after it; else null. */
    private Tokens count;

    boolean isNew(CodexEvent.Count fact) {
        return fact.isRecord() ? isNewRecord(fact) : isNewCount(fact);
    }

    private boolean isNewRecord(CodexEvent.Count fact) {
        if (isSeen(fact.response()) || fact.used() == null) {
            return false;
        }
        var tokens = Tokens.of(fact.used());
        boolean isOfCount = tokens.equals(count);
        count = null;
        if (!isOfCount) {
            if (records.size() == OPEN_MAX) {
                records.remove();
            }
            records.add(tokens);
        }
        return !isOfCount;
    }

    private boolean isNewCount(CodexEvent.Count fact) {
        if (fact.total() == null) {
            return false;
        }
        long hash = Ids.hash(fact.total());
        boolean isSame = total != null && total == hash;
        total = hash;
        if (isSame || fact.used() == null) {
            return false;
        }
        var tokens = Tokens.of(fact.used());
        boolean isOfRecord = records.contains(tokens);
        for (boolean isFound = !isOfRecord; !isFound; ) {
            isFound = records.remove().equals(tokens); // Of those before, the counts are missing.
        }
        boolean isNew = !isSeen(fact.response()) && !isOfRecord;
        count = isNew && fact.response() == null ? tokens : null;
        return isNew;
    }

    /** Whether a response was named before. */
    private boolean isSeen(String response) {
        if (response == null) {
            return false;
        }
        long hash = Ids.hash(response);
        boolean isSeen = responses.contains(hash);
        responses = responses.with(hash, RESPONSES_MAX);
        return isSeen;
    }
}
