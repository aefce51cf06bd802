package footfall.report;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes one thing of each element on all processors. */
public final class Batches {
    private static final int ELEMENTS = 64;

    private Batches() {}

    /** In the order of the elements; holds what a batch of them became. */
    public static <T, R> Stream<R> map(List<T> all, Function<T, R> function) {
        return IntStream.iterate(0, from -> from < all.size(), from -> from + ELEMENTS)
                .mapToObj(from -> all.subList(from, Math.min(from + ELEMENTS, all.size())))
                .flatMap(some -> some.size() == 1
                        ? some.stream().map(function)
                        : some.parallelStream().map(function).toList().stream());
    }
}
