package footfall.call;

import footfall.line.AskReason;
import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.Permission;
import footfall.line.ToolResult;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts the outcomes of calls by rule. Expects the lines of a file in order and the end of each file,
 * because results are in the file of their calls. At most {@code RULES_MAX} rules are counted, and at most
 * {@code OPEN_MAX} calls wait for results; the oldest beyond that count as unanswered.
 */
public final class RuleEvidence {
    static final int RULES_MAX = 20_000;
    private static final int OPEN_MAX = 100_000;

    private final Map<String, Tally> rules = new HashMap<>();
    private final Map<String, List<Tally>> open = new LinkedHashMap<>();
    private final Set<String> secretFolders = new HashSet<>();
    private final EnumMap<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
    private final EnumMap<AskReason, Long> reasons = new EnumMap<>(AskReason.class);
    private long callsWithoutRule;
    private long rulesOmitted;

    private static final class Tally {
        private final EnumMap<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
        private long used;
        private long allowed;
        private boolean isDecided;
        private Instant lastUsed;

        /** {@code isAlone}: the only rule of its line, so that an answer is about nothing else. */
        void answer(Outcome outcome, Permission by, boolean isAlone) {
            outcomes.merge(outcome, 1L, Long::sum);
            boolean isPersons = by != null && by.isPersons();
            boolean isRun = by == Permission.CONFIG || by == Permission.HOOK || isPersons && by != Permission.USER;
            isDecided |= isRun;
            allowed += isRun && isPersons && isAlone ? 1 : 0;
        }

        long of(Outcome outcome) {
            return outcomes.getOrDefault(outcome, 0L);
        }
    }

    /** {@code root}: the folder of the file's project; null while it is unknown. */
    public void accept(UsageLine of, String root) {
        for (var call : of.calls()) {
            call(call, call.rules(root), of.line());
        }
        of.line().results().forEach(result -> {
            boolean isOpen = result.toolUseId() == null || result.outcome() == Outcome.PENDING;
            var waiting = isOpen ? null : open.remove(result.toolUseId());
            if (waiting != null) {
                answer(waiting, result);
            }
        });
        if (of.line() instanceof Line.ScriptEnd end) {
            drop(end.toolUseId());
        }
    }

    /** The calls of a script count instead of the one that runs it. */
    private void drop(String toolUseId) {
        var tallies = open.remove(toolUseId);
        if (tallies != null) {
            callsWithoutRule -= tallies.isEmpty() ? 1 : 0;
            tallies.forEach(tally -> tally.used--);
        }
    }

    private void call(ExtractedCall call, List<String> under, Line line) {
        var at = line.envelope().at();
        callsWithoutRule += under.isEmpty() ? 1 : 0;
        var tallies =
                under.stream().map(this::tally).filter(tally -> tally != null).toList();
        for (var tally : tallies) {
            tally.used++;
            tally.lastUsed = at == null || tally.lastUsed != null && tally.lastUsed.isAfter(at) ? tally.lastUsed : at;
        }
        if (call.use().id() == null) {
            answer(tallies, line instanceof Line.ScriptCall done ? done.result() : null);
            return;
        }
        var before = open.put(call.use().id(), tallies);
        if (before != null) {
            answer(before, null);
        } else if (open.size() > OPEN_MAX) {
            answer(open.remove(open.keySet().iterator().next()), null);
        }
    }

    private Tally tally(String rule) {
        if (PermissionRuleFinder.isSecret(rule) && secretFolders.size() < RULES_MAX) {
            secretFolders.add(PermissionRuleFinder.folderOf(rule));
        }
        var tally = rules.get(rule);
        if (tally == null && rules.size() >= RULES_MAX) {
            rulesOmitted++;
            return null;
        }
        return tally == null ? rules.computeIfAbsent(rule, none -> new Tally()) : tally;
    }

    private void answer(List<Tally> tallies, ToolResult result) {
        var outcome = result == null ? Outcome.PENDING : result.outcome();
        var by = result == null ? null : result.permission();
        var reason = result == null ? null : result.askedFor();
        outcomes.merge(outcome, 1L, Long::sum);
        // PATH may be any question; only that of a call without a rule is one of its form.
        boolean isByForm = PermissionRule.HABITS.containsKey(reason) && (reason != AskReason.PATH || tallies.isEmpty());
        tallies.forEach(tally -> tally.answer(outcome, by, !isByForm && tallies.size() == 1));
        if (by != null && by.isPersons() && isByForm) {
            reasons.merge(reason, 1L, Long::sum);
        }
    }

    /** How many calls asked a person because of their form, for this reason of {@link PermissionRule#HABITS}. */
    public long asked(AskReason reason) {
        return reasons.getOrDefault(reason, 0L);
    }

    /** The file ended: open calls get no more results. */
    public void endFile() {
        open.values().forEach(tallies -> answer(tallies, null));
        open.clear();
    }

    /** How many calls had this outcome; {@code PENDING}: those without a result. */
    public long calls(Outcome outcome) {
        return outcomes.getOrDefault(outcome, 0L);
    }

    public long callsWithoutRule() {
        return callsWithoutRule;
    }

    /** How often a rule was not counted because of the limit. */
    public long rulesOmitted() {
        return rulesOmitted;
    }

    /** The most used first, ties by rule. */
    public List<PermissionRule> rules() {
        return rules.entrySet().stream()
                .map(entry -> rule(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingLong(PermissionRule::used)
                        .reversed()
                        .thenComparing(PermissionRule::rule))
                .toList();
    }

    private PermissionRule rule(String rule, Tally tally) {
        return new PermissionRule(
                rule,
                tally.used,
                tally.of(Outcome.OK),
                tally.allowed,
                tally.of(Outcome.REJECTED),
                tally.of(Outcome.DENIED),
                tally.of(Outcome.ERROR),
                tally.of(Outcome.INTERRUPTED),
                tally.of(Outcome.CANCELLED),
                tally.of(Outcome.PENDING),
                tally.lastUsed,
                tally.isDecided,
                PermissionRuleFinder.folderOf(rule) != null
                        && secretFolders.contains(PermissionRuleFinder.folderOf(rule)));
    }
}
