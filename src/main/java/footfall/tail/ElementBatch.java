package footfall.tail;

import footfall.line.Bytes;
import java.util.ArrayList;
import java.util.Arrays;

/** Consecutive elements of a file in one array. */
final class ElementBatch {
    private byte[] array;
    private int length;
    private long first;
    private final ArrayList<Integer> ends = new ArrayList<>();
    private final ArrayList<Elements.Begin> begins = new ArrayList<>();

    /** @param bytes the expected size */
    ElementBatch(int bytes) {
        array = new byte[bytes];
    }

    void add(byte[] bytes, int from, int count) {
        if (length + count > array.length) {
            long more = Math.max(2L * array.length, (long) length + count);
            array = Arrays.copyOf(array, (int) Math.min(more, Integer.MAX_VALUE - 8));
        }
        System.arraycopy(bytes, from, array, length, count);
        length += count;
    }

    void end(long index, Elements.Begin begin) {
        first = ends.isEmpty() ? index : first;
        ends.add(length);
        begins.add(begin);
    }

    Chunks.Chunk chunk() {
        var elements = new ArrayList<Chunks.Chunk.Element>(ends.size());
        int start = 0;
        for (int end : ends) {
            var begin = begins.get(elements.size());
            elements.add(new Chunks.Chunk.Element(new Bytes(array, start, end), begin.place(), begin.number()));
            start = end;
        }
        return new Chunks.Chunk(new Bytes(array, 0, length), first, 0, true, elements, 0);
    }

    /** Ends an object that was cut before the value of its last field, without that field. */
    void closeObject(int start) {
        int end = length - 1;
        while (end > start + 1 && array[end] != ',') {
            end--;
        }
        array[end] = '}';
        length = end + 1;
    }

    int length() {
        return length;
    }

    /** Drops the bytes added after a position. */
    void cutTo(int start) {
        length = start;
    }

    boolean isEmpty() {
        return ends.isEmpty();
    }
}
