package footfall.cli;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import footfall.report.RecordBytes;
import footfall.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Records as the JSON of answers. */
final class JsonBytes implements RecordBytes {
    /** Of the records of the cache, an array is enough: no other build reads them. */
    private static final ObjectMapper MAPPER = Json.MAPPER.copy();

    static {
        var usual = MAPPER.getSerializationConfig().getAnnotationIntrospector();
        MAPPER.setAnnotationIntrospector(AnnotationIntrospector.pair(new Arrays(), usual));
    }

    private static final class Arrays extends NopAnnotationIntrospector {
        private static final long serialVersionUID = 1;

        @Override
        public JsonFormat.Value findFormat(Annotated of) {
            boolean isKept = of instanceof AnnotatedClass
                    && of.getRawType().isRecord()
                    && of.getRawType().getPackage() == RecordBytes.class.getPackage();
            return isKept ? JsonFormat.Value.forShape(JsonFormat.Shape.ARRAY) : null;
        }
    }

    @Override
    public byte[] of(Object record) {
        try {
            // Other characters are escaped where Jackson writes bytes.
            return MAPPER.writeValueAsString(record).getBytes(StandardCharsets.UTF_8);
        } catch (IOException bug) {
            throw new UncheckedIOException("a " + record.getClass().getSimpleName() + " has no JSON", bug);
        }
    }

    @Override
    public <T> T read(byte[] bytes, Class<T> type) throws IOException {
        return MAPPER.readValue(bytes, type);
    }
}
