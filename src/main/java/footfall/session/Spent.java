package footfall.session;

import footfall.line.Line;
import footfall.line.Usage;
import footfall.turn.MessageUsage;
import footfall.turn.ModelUsage;
import footfall.turn.ResultBalance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tokens by model and class of prices: for each API message those of its last line; a line without a message ID counts
 * by itself. After {@code MESSAGES_MAX} other messages, a message is final.
 */
public final class Spent {
    private static final int MESSAGES_MAX = 20_000;

    private final Map<String, MessageUsage> messages = new LinkedHashMap<>(64, 0.75f, true);
    private final Map<Part, Usage> parts = new LinkedHashMap<>();
    private final Metering metering;
    private ResultBalance results;

    public Spent(Metering metering) {
        this.metering = metering;
    }

    private record Part(String model, ModelUsage.RateClass rate, boolean outputOnly) {}

    /** How a line changes its message, which is not counted here; null for a line without a message. */
    public MessageChange change(Line line) {
        return MessageChange.of(line, metering, this::put);
    }

    /** Null for a line without a message. */
    MessageChange add(Line line) {
        var change = change(line);
        if (change != null && !change.isNothing()) {
            if (change.before() != null) {
                add(change.before().negated().parts());
            }
            add(change.now().parts());
        }
        return change;
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

    private MessageUsage put(String id, MessageUsage now) {
        var before = messages.put(id, now);
        if (messages.size() > MESSAGES_MAX) {
            var eldest = messages.keySet().iterator();
            eldest.next();
            eldest.remove();
        }
        return before;
    }

    void settle() {
        messages.clear();
    }

    private void count(ModelUsage message) {
        var part = new Part(message.model(), message.rate(), message.usage().outputOnly());
        parts.merge(part, message.usage(), Usage::plus);
    }

    /** In order of appearance; the model is null when lines named none. */
    List<ModelUsage> parts() {
        return parts.entrySet().stream()
                .map(part -> new ModelUsage(part.getKey().model(), part.getKey().rate(), part.getValue()))
                .toList();
    }
}
