package footfall.session;

import footfall.line.Line;
import footfall.line.Usage;
import footfall.turn.HourUsage;
import footfall.turn.ModelUsage;
import footfall.turn.PriceBand;
import footfall.turn.Prices;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Tokens by model and price: for each API message those of its last line; a line without a message ID counts
 * by itself. After {@code MESSAGES_MAX} other messages, a message is final.
 */
final class Spent {
    private static final int MESSAGES_MAX = 20_000;

    private final Map<String, ModelUsage> messages = new LinkedHashMap<>(64, 0.75f, true);
    private final Map<Part, Usage> parts = new LinkedHashMap<>();
    private final Prices prices;

    Spent(Prices prices) {
        this.prices = prices;
    }

    private record Part(String model, PriceBand band, boolean outputOnly) {}

    void add(Line.Message message, Instant at) {
        var now = prices.of(message, at);
        count(now);
        if (message.usage() == null || message.id() == null) {
            return;
        }
        var before = messages.put(message.id(), now);
        if (before != null) {
            count(before.negated());
        } else if (messages.size() > MESSAGES_MAX) {
            var eldest = messages.keySet().iterator();
            eldest.next();
            eldest.remove();
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
        var part = new Part(message.model(), message.band(), message.usage().outputOnly());
        parts.merge(part, message.usage(), Usage::plus);
    }

    Usage total() {
        return ModelUsage.total(parts());
    }

    /** In order of appearance; the model is null when lines named none. */
    List<ModelUsage> parts() {
        return parts.entrySet().stream()
                .map(part -> new ModelUsage(part.getKey().model(), part.getKey().band(), part.getValue()))
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
