package footfall.desire;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.pattern.Pattern;
import footfall.pattern.RecurringLoop;
import footfall.pattern.RunningTally;
import footfall.pattern.TallyView;
import footfall.pattern.Tool;
import java.util.Map;
import java.util.TreeMap;

/** The published records by kind and key; a record that was never published is not withdrawn. */
final class PublishedRecords implements RunningTally.Reader {
    final Map<String, Pattern> patterns = new TreeMap<>();
    final Map<String, Tool> tools = new TreeMap<>();
    final Map<String, RecurringLoop> loops = new TreeMap<>();
    final Map<String, Desire> desires = new TreeMap<>();
    DesireRules rules = DesireRules.DEFAULTS;

    @Override
    public int changed(TallyView tallied, int published) {
        boolean isPublished = published > 0;
        return switch (tallied.subject().kind()) {
            case PATTERN ->
                publish(patterns, tallied.subject().name(), isPublished, tallied.isGone() ? null : Pattern.of(tallied));
            case TOOL ->
                publish(tools, tallied.subject().name(), isPublished, tallied.isGone() ? null : Tool.of(tallied));
            case LOOP ->
                publish(
                        loops,
                        tallied.subject().name(),
                        isPublished,
                        tallied.isGone() ? null : RecurringLoop.of(tallied));
            case LONG_PATTERN, FAILURE, REPEAT, ASKED -> publishDesire(tallied, isPublished);
        };
    }

    private int publishDesire(TallyView tallied, boolean isPublished) {
        return publish(
                desires,
                Desire.id(tallied.subject()),
                isPublished,
                Desire.of(tallied, rules).orElse(null));
    }

    private static <V> int publish(Map<String, V> published, String key, boolean isPublished, V record) {
        assertThat(published.containsKey(key)).as(key).isEqualTo(isPublished);
        if (record == null) {
            published.remove(key);
        } else {
            published.put(key, record);
        }
        return record == null ? 0 : 1;
    }
}
