package footfall.faults;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Each redacted line of each file is on the topic {@code lines}, with its content; guarantee 12. */
final class EveryLineAtLeastOnce implements Guarantee {
    private static final Pattern KEYED = Pattern.compile("\"(input|value)\":\"[0-9a-f]{12}\"");

    @Override
    public Stream<String> broken(Observed observed) {
        var sent = new HashMap<String, List<Observed.Line>>();
        observed.topics()
                .lines()
                .forEach(line ->
                        sent.merge(LinesInOrder.place(line.headers()), List.of(line), EveryLineAtLeastOnce::both));
        return observed.files().lines().stream().flatMap(line -> {
            var place = LinesInOrder.place(line.lineHeaders());
            var found = sent.get(place);
            if (found == null) {
                return Stream.of("a line is missing on lines: " + place);
            }
            return found.stream().allMatch(one -> unkeyed(one.value()).equals(unkeyed(line.value())))
                    ? Stream.of()
                    : Stream.of("a line has another content on lines: " + place);
        });
    }

    /** Each shipper has a key of its own for the hashes of files and inputs. */
    private static String unkeyed(byte[] line) {
        return KEYED.matcher(new String(line, StandardCharsets.UTF_8)).replaceAll("\"$1\":\"\"");
    }

    private static List<Observed.Line> both(List<Observed.Line> some, List<Observed.Line> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }
}
