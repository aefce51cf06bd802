package footfall.bench;

import footfall.line.TrailId;
import footfall.row.MemoryRows;
import footfall.row.RowKey;
import footfall.row.Rows;
import footfall.testkit.Defaults;
import footfall.turn.Arrival;
import footfall.turn.TurnFold;
import footfall.wire.EventJson;
import footfall.wire.LineHeaders;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.BiConsumer;

/** How many rows a line reads and writes, as the fold asks for them; the store below sees the fewer. */
final class RowsBench implements Rows {
    private final MemoryRows rows = new MemoryRows();
    private long gets;
    private long puts;
    private long deletes;
    private long scans;

    /** @param arguments a folder of transcripts */
    public static void main(String[] arguments) throws Exception {
        var lines = Load.of(Path.of(arguments[0])).copy(0);
        var bench = new RowsBench();
        var fold = new TurnFold(Defaults.TURNS);
        for (var line : lines) {
            var samples = LineHeaders.of(line.headers()).orElseThrow();
            var events = EventJson.read(line.value()).orElseThrow();
            var arrival = new Arrival(
                    samples.file(), samples.offset(), samples.previousOffset(), Instant.EPOCH, null, null, null);
            fold.line(bench, arrival, events, output -> {});
        }
        double count = lines.size();
        System.out.printf(
                "a line: %.2f rows read, %.2f written, %.2f deleted, %.2f scans%n",
                bench.gets / count, bench.puts / count, bench.deletes / count, bench.scans / count);
    }

    @Override
    public <V> V get(RowKey<V> key) {
        gets++;
        return rows.get(key);
    }

    @Override
    public <V> void put(RowKey<V> key, V value) {
        puts++;
        rows.put(key, value);
    }

    @Override
    public void delete(RowKey<?> key) {
        deletes++;
        rows.delete(key);
    }

    @Override
    public <V> void each(RowKey<V> prefix, BiConsumer<RowKey<V>, V> row) {
        scans++;
        rows.each(prefix, row);
    }

    @Override
    public void moveDeadline(TrailId trail, Instant from, Instant to) {
        puts++;
        rows.moveDeadline(trail, from, to);
    }
}
