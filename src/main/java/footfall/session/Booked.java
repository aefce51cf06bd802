package footfall.session;

import footfall.line.Usage;
import footfall.turn.HourUsage;
import footfall.turn.ModelUsage;
import footfall.turn.Prices;
import footfall.turn.SessionUsage.SessionTokens;
import footfall.turn.TurnRules.UsageTimes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;

/**
 * Tokens by time that the totals of an agent add to a session: those that are in no message, and the output of
 * messages whose other tokens are among them, so that this output has a cost. {@code subagents} are tokens of messages
 * in files of their own, which {@code tokens} still contain; {@link #beside} subtracts them, in whatever order the
 * files came.
 */
public record Booked(List<HourUsage> tokens, List<HourUsage> outputs, List<HourUsage> subagents) {
    public static final Booked NOTHING = new Booked(List.of(), List.of(), List.of());

    public Booked {
        tokens = List.copyOf(tokens);
        outputs = List.copyOf(outputs);
        subagents = List.copyOf(subagents);
    }

    static Booked of(List<HourUsage> tokens, List<HourUsage> outputs) {
        return new Booked(tokens, outputs, List.of());
    }

    static Booked ofSubagent(MessageChange change, UsageTimes times) {
        var changed = List.<HourUsage>of();
        for (var part : change.parts()) {
            changed = HourUsage.plus(changed, part, times.partsMax());
        }
        return new Booked(List.of(), List.of(), changed);
    }

    public Booked plus(Booked more, UsageTimes times) {
        if (more.isEmpty()) {
            return this;
        }
        return isEmpty()
                ? more
                : new Booked(
                        sum(tokens, more.tokens, times),
                        sum(outputs, more.outputs, times),
                        sum(subagents, more.subagents, times));
    }

    private static List<HourUsage> sum(List<HourUsage> some, List<HourUsage> more, UsageTimes times) {
        var all = some;
        for (var one : more) {
            all = HourUsage.plus(all, one, times.partsMax());
        }
        return all;
    }

    private boolean isEmpty() {
        return tokens.isEmpty() && outputs.isEmpty() && subagents.isEmpty();
    }

    boolean isNothing() {
        return tokens.isEmpty() && outputs.isEmpty();
    }

    /**
     * The tokens that are in no message. A report contains messages of subagents up to its hour, as far as it is
     * larger; those after the last report are in none.
     */
    List<HourUsage> beside() {
        if (subagents.isEmpty() || tokens.isEmpty()) {
            return tokens;
        }
        var unseen = new ArrayList<>(subagents);
        var held = new HashMap<String, Usage>();
        var rest = new ArrayList<HourUsage>();
        for (var one :
                tokens.stream().sorted(Comparator.comparing(Booked::hour)).toList()) {
            var model = one.used().model();
            for (var subagent : List.copyOf(unseen)) {
                if (!hour(subagent).isAfter(hour(one))) {
                    held.merge(subagent.used().model(), subagent.used().usage(), Usage::plus);
                    unseen.remove(subagent);
                }
            }
            var messages = held.getOrDefault(model, Usage.ZERO);
            var left = one.used().usage().minus(messages).positive();
            held.put(model, messages.minus(one.used().usage()).positive());
            if (!left.equals(Usage.ZERO)) {
                rest.add(new HourUsage(
                        one.hour(), new ModelUsage(model, one.used().rate(), left)));
            }
        }
        return rest;
    }

    private static Instant hour(HourUsage one) {
        return one.hour() == null ? Instant.EPOCH : one.hour().truncatedTo(ChronoUnit.HOURS);
    }

    public List<SessionTokens> rows(Prices prices) {
        return SessionTokens.of(beside(), outputs, prices);
    }

    /** With these added to the tokens of messages: the output of some of those has a cost now. */
    List<ModelUsage> addedTo(List<ModelUsage> messages) {
        var all = messages;
        for (var one : HourUsage.models(beside())) {
            all = HourUsage.plus(all, one);
        }
        for (var one : HourUsage.models(outputs)) {
            all = HourUsage.priced(all, one);
        }
        return all;
    }
}
