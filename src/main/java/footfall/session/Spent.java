package footfall.session;

import footfall.line.Line;
import footfall.line.Usage;
import footfall.turn.HourUsage;
import footfall.turn.ModelUsage;
import footfall.turn.Prices;
import footfall.turn.RateClass;
import footfall.turn.ResultBalance;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Tokens by model and class of prices: for each API message those of its last line; a line without a message ID counts
 * by itself. After {@code MESSAGES_MAX} other messages, a message is final.
 */
final class Spent {
    private static final int MESSAGES_MAX = 20_000;

    private final Map<String, List<ModelUsage>> messages = new LinkedHashMap<>(64, 0.75f, true);
    private final Map<Part, Usage> parts = new LinkedHashMap<>();
    private final Prices prices;
    private ResultBalance results;

    Spent(Prices prices) {
        this.prices = prices;
    }

    private record Part(String model, RateClass rate, boolean outputOnly) {}

    void add(Line.Message message, Instant at) {
        var now = prices.of(message, at);
        boolean isReplaceable = message.usage() != null && message.id() != null;
        var before = isReplaceable ? messages.put(message.id(), now) : null;
        if (before != null) {
            add(before.stream().map(ModelUsage::negated).toList());
        } else if (messages.size() > MESSAGES_MAX) {
            var eldest = messages.keySet().iterator();
            eldest.next();
            eldest.remove();
        }
        add(now);
    }

    private void add(List<ModelUsage> message) {
        message.forEach(this::count);
        results = ResultBalance.after(results, message);
    }

    /** Adds what a result reports beyond the messages. */
    void report(Line line) {
        results = ResultBalance.after(results, line);
        var rest = ResultBalance.rest(results);
        if (rest != null) {
            count(rest);
            results = results.settled();
        }
    }

    /** Adds what the counters of the agent add. */
    void add(Booked booked) {
        HourUsage.models(booked.tokens()).forEach(this::count);
        for (var one : HourUsage.models(booked.outputs())) {
            var priced = HourUsage.priced(parts(), one);
            parts.clear();
            priced.forEach(this::count);
        }
    }

    void settle() {
        messages.clear();
    }

    private void count(ModelUsage message) {
        var part = new Part(message.model(), message.rate(), message.usage().outputOnly());
        parts.merge(part, message.usage(), Usage::plus);
    }

    Usage total() {
        return ModelUsage.total(parts());
    }

    /** In order of appearance; the model is null when lines named none. */
    List<ModelUsage> parts() {
        return parts.entrySet().stream()
                .map(part -> new ModelUsage(part.getKey().model(), part.getKey().rate(), part.getValue()))
                .toList();
    }

    /** Null when there was none. */
    String firstModel() {
        return ModelUsage.models(parts()).stream().findFirst().orElse(null);
    }

    List<String> models() {
        return List.copyOf(new TreeSet<>(ModelUsage.models(parts())));
    }
}
