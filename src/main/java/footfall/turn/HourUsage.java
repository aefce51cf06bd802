package footfall.turn;

import footfall.line.Usage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Tokens of one hour; {@code hour} is its start, null for messages without a time. */
public record HourUsage(Instant hour, ModelUsage used) {
    /**
     * Adds tokens, in order of appearance. With {@code partsMax} parts, a further hour of a model is counted in the
     * model's first one: the same message always finds the same part, because no part is ever removed.
     */
    public static List<HourUsage> plus(List<HourUsage> parts, HourUsage message, int partsMax) {
        var named = message.used.named(models(parts));
        int place = placeOf(parts, message.hour, named, partsMax);
        var usage = place < 0 ? named.usage() : parts.get(place).used.usage().plus(named.usage());
        var hour = place < 0 ? message.hour : parts.get(place).hour;
        var counted = new HourUsage(hour, new ModelUsage(named.model(), named.rate(), usage));
        if (parts.size() == 1 && place == 0) {
            return List.of(counted);
        }
        var all = new ArrayList<>(parts);
        if (place < 0) {
            all.add(counted);
        } else {
            all.set(place, counted);
        }
        return List.copyOf(all);
    }

    /** Adds tokens without an hour, in order of appearance. */
    public static List<ModelUsage> plus(List<ModelUsage> parts, ModelUsage message) {
        var timeless = parts.stream().map(part -> new HourUsage(null, part)).toList();
        return models(plus(timeless, new HourUsage(null, message), Integer.MAX_VALUE));
    }

    /** Parts in which output without a price has one: the rest of its requests is known now. */
    public static List<ModelUsage> priced(List<ModelUsage> parts, ModelUsage output) {
        var all = List.<ModelUsage>of();
        for (var part : parts) {
            var used = part.usage();
            boolean isCovered = used.outputOnly()
                    && part.rate().equals(output.rate())
                    && Objects.equals(part.model(), output.model());
            long left = isCovered ? Math.max(0, used.output() - output.usage().output()) : 0;
            var known = isCovered ? new Usage(0, used.output() - left, 0, 0, 0) : used;
            all = plus(all, new ModelUsage(part.model(), part.rate(), known));
            all = left == 0 ? all : plus(all, new ModelUsage(part.model(), part.rate(), Usage.ofOutput(left)));
        }
        return all;
    }

    private static int placeOf(List<HourUsage> parts, Instant hour, ModelUsage message, int partsMax) {
        int first = -1;
        for (int i = parts.size() - 1; i >= 0; i--) {
            var part = parts.get(i);
            if (part.used.isOfClass(message)) {
                if (Objects.equals(part.hour, hour)) {
                    return i;
                }
                first = i;
            }
        }
        return parts.size() < partsMax ? -1 : first;
    }

    public static List<ModelUsage> models(List<HourUsage> parts) {
        var models = new ArrayList<ModelUsage>(parts.size()); // A stream would take a tenth of a fold.
        for (var part : parts) {
            models.add(part.used);
        }
        return models;
    }
}
