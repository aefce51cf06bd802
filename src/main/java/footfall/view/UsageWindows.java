package footfall.view;

import java.time.Instant;
import java.util.ArrayList;
import java.util.TreeSet;

/**
 * Windows of five hours, as limits of subscriptions count them: a window starts at the full hour (UTC) of its first
 * message, and the next one with the first message that is not in it. So hours suffice to compute them.
 */
final class UsageWindows {
    private UsageWindows() {}

    /**
     * With the windows of hours, and the selected hours only. What is beside messages opens no window: it is in the
     * last one that started before its total.
     */
    static UsagePart of(UsagePart part, UsageQuestion question) {
        int window = question.by().indexOf(UsageBy.WINDOW);
        if (window < 0) {
            return part;
        }
        var starts = new TreeSet<Instant>();
        part.entries().stream()
                .filter(entry -> !entry.isBeside())
                .map(entry -> entry.values().get(window))
                .filter(hour -> !hour.equals(UsageBy.UNKNOWN))
                .map(Instant::parse)
                .sorted()
                .filter(hour -> starts.isEmpty() || !hour.isBefore(starts.last().plus(UsageBy.WINDOW_LENGTH)))
                .forEach(starts::add);
        var named = new ArrayList<UsagePart.Entry>();
        for (var entry : part.entries()) {
            var text = entry.values().get(window);
            var hour = text.equals(UsageBy.UNKNOWN) ? null : Instant.parse(text);
            if (question.admits(hour)) {
                var values = new ArrayList<>(entry.values());
                values.set(window, hour == null ? text : name(starts, hour, question));
                named.add(new UsagePart.Entry(values, entry.isBeside(), entry.sums(), entry.saved()));
            }
        }
        return part.with(UsagePart.merged(named));
    }

    private static String name(TreeSet<Instant> starts, Instant hour, UsageQuestion question) {
        var start = starts.floor(hour);
        return UsageBy.WINDOW.named(start == null ? hour : start, question.zone());
    }
}
