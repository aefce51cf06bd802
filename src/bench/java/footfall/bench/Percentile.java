package footfall.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A percentile of samples. */
final class Percentile {
    private Percentile() {}

    static double of(List<Double> samples, int percent) {
        var sorted = new ArrayList<>(samples);
        Collections.sort(sorted);
        return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
    }
}
