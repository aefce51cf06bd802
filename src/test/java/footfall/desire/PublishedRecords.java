package footfall.desire;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.pattern.Pattern;
import footfall.pattern.RunningTally;
import footfall.pattern.TallyView;
import footfall.pattern.Tool;
import java.util.Map;
import java.util.TreeMap;

/** The published records by kind and key; a record that was never published is not withdrawn. */
final class PublishedRecords implements RunningTally.Reader {
    final Map<String, Pattern> patterns = new TreeMap<>();
    final Map<String, Tool> tools = new TreeMap<>();
    final Map<String, Desire> desires = new TreeMap<>();
    DesireRules rules = DesireRules.DEFAULTS;

    @Override
    public boolean changed(TallyView tallied, boolean isPublished) {
        return switch (tallied.subject().kind()) {
            case PATTERN ->
                publish(patterns, tallied.subject().name(), isPublished, tallied.isGone() ? null : Pattern.of(tallied));
            case TOOL ->
                publish(tools, tallied.subject().name(), isPublished, tallied.isGone() ? null : Tool.of(tallied));
            default ->
                publish(
                        desires,
                        Desire.id(tallied.subject()),
                        isPublished,
                        Desire.of(tallied, rules).orElse(null));
        };
    }

    private static <V> boolean publish(Map<String, V> published, String key, boolean isPublished, V record) {
        assertThat(published.containsKey(key)).as(key).isEqualTo(isPublished);
        if (record == null) {
            published.remove(key);
        } else {
            published.put(key, record);
        }
        return record != null;
    }
}
