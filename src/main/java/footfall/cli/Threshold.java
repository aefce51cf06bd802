package footfall.cli;

import footfall.eventlog.FollowsGraph;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The minimum frequency of an edge: {@code 5} times, or {@code 2.5%} of the most frequent edge. */
record Threshold(double amount, boolean isPercent) {
    private static final Pattern TIMES = Pattern.compile("[0-9]{1,15}");
    private static final Pattern PERCENT = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,6})?%");

    static final class Converter implements ITypeConverter<Threshold> {
        @Override
        public Threshold convert(String text) {
            boolean isPercent = PERCENT.matcher(text).matches();
            if (!isPercent && !TIMES.matcher(text).matches()) {
                throw wrong(text);
            }
            var threshold = new Threshold(
                    Double.parseDouble(isPercent ? text.substring(0, text.length() - 1) : text), isPercent);
            if (isPercent && threshold.amount() > 100) {
                throw wrong(text);
            }
            return threshold;
        }

        private static TypeConversionException wrong(String text) {
            return new TypeConversionException(
                    "invalid threshold \"" + text + "\"; expected a count like 5 or a share like 2.5%");
        }
    }

    FollowsGraph.Thinned of(FollowsGraph graph) {
        return isPercent ? graph.atLeastPercent(amount) : graph.atLeast((long) amount);
    }
}
