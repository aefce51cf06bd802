package footfall.report;

import java.io.IOException;

/** The bytes of records: the JSON that they have in answers. */
public interface RecordBytes {
    byte[] of(Object record);

    /** Reads what {@link #of} wrote. */
    <T> T read(byte[] bytes, Class<T> type) throws IOException;
}
