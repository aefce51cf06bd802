package footfall.faults;

import java.util.List;
import java.util.Map;

/**
 * What the view Now of the dashboard shows of the turns of one agent. {@code connection}: what the page says of its
 * connection. {@code steps}: of the closed turns by their IDs. {@code open}: the IDs of open turns. {@code alerts}: the
 * turns of the alerts that are active. {@code problems}: errors of the page, except that a processor did not answer;
 * notices that something is missing.
 */
record PageContent(
        String connection, Map<String, Integer> steps, List<String> open, List<String> alerts, List<String> problems) {
    PageContent {
        steps = Map.copyOf(steps);
        open = List.copyOf(open);
        alerts = List.copyOf(alerts);
        problems = List.copyOf(problems);
    }
}
