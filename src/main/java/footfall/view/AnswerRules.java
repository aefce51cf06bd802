package footfall.view;

import footfall.desire.DesireRules;

/** When a pattern is a desire, the names of patterns and tools, and how many turns a question may read. */
public record AnswerRules(DesireRules desires, Aliases aliases, int scanMax) {
    /** So many turns are read for one question. */
    public static final int SCAN_MAX = 100_000;
}
