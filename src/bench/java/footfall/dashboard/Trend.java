package footfall.dashboard;

import java.util.ArrayList;
import java.util.List;

/** A straight line through values at equal distances, by least squares. */
final class Trend {
    private final List<Double> values = new ArrayList<>();

    void add(double value) {
        values.add(value);
    }

    int size() {
        return values.size();
    }

    double mean() {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    /** Of one step. */
    double slope() {
        double middle = (size() - 1) / 2.0;
        double sum = 0;
        for (int i = 0; i < size(); i++) {
            sum += (i - middle) * (values.get(i) - mean());
        }
        return sum / spread();
    }

    /** The standard error of the slope, as if the values differed from the line independently of each other. */
    double error() {
        double middle = (size() - 1) / 2.0;
        double slope = slope();
        double squares = 0;
        for (int i = 0; i < size(); i++) {
            squares += Math.pow(values.get(i) - mean() - slope * (i - middle), 2);
        }
        return Math.sqrt(squares / (size() - 2) / spread());
    }

    private double spread() {
        return size() * (Math.pow(size(), 2) - 1) / 12;
    }
}
