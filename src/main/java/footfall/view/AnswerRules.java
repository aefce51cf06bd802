package footfall.view;

import footfall.desire.DesireRules;

/** When a pattern is a desire, the names of patterns and tools, and how many turns a question may read. */
public record AnswerRules(DesireRules desires, Aliases aliases, int scanMax) {}
