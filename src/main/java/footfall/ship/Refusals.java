package footfall.ship;

import footfall.line.BoundedMap;
import java.util.Collections;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;

/**
 * Decides which lines are sent alone, so that an error concerns only one line and no later line is in flight:
 * lines of a rejected batch, and lines at least as large as a line that was too large.
 * Thread-safe.
 */
final class Refusals {
    private static final int PLACES_MAX = 10_000;

    private final Set<String> places = Collections.newSetFromMap(BoundedMap.evictingOldest(PLACES_MAX));
    private int tooLargeBytes = Integer.MAX_VALUE;

    /**
     * Whether an error is caused by a record itself, rather than by a problem that affects all records, such as
     * this machine's clock.
     */
    static boolean isOfTheRecord(Exception error) {
        return error instanceof RecordTooLargeException
                || error instanceof RecordBatchTooLargeException
                || error instanceof InvalidRecordException;
    }

    synchronized void record(Outlet.Outgoing line, ProducerRecord<String, byte[]> record, Exception error) {
        places.add(place(line));
        if (error instanceof RecordTooLargeException) {
            tooLargeBytes = Math.min(tooLargeBytes, record.value().length);
        }
    }

    synchronized boolean concern(Outlet.Outgoing line, ProducerRecord<String, byte[]> record) {
        return record.value().length >= tooLargeBytes || !places.isEmpty() && places.contains(place(line));
    }

    private static String place(Outlet.Outgoing outgoing) {
        return outgoing.line().file() + "@" + outgoing.line().offset();
    }
}
