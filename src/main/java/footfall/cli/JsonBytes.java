package footfall.cli;

import footfall.report.RecordBytes;
import footfall.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Turns and texts as the JSON of answers. */
final class JsonBytes implements RecordBytes {
    @Override
    public byte[] of(Object record) {
        try {
            // Other characters are escaped where Jackson writes bytes.
            return Json.MAPPER.writeValueAsString(record).getBytes(StandardCharsets.UTF_8);
        } catch (IOException bug) {
            throw new UncheckedIOException("a " + record.getClass().getSimpleName() + " has no JSON", bug);
        }
    }

    @Override
    public <T> T read(byte[] bytes, Class<T> type) throws IOException {
        return Json.MAPPER.readValue(bytes, type);
    }
}
