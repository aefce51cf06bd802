package footfall.row;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORGenerator;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import footfall.line.Hashes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The bytes of stored rows and of records between the parts of the topology: {@link #VERSION}, and the CBOR (RFC 8949)
 * of a Java record as an array of its components, in their order. An enum is the number of its constant; an instant
 * its milliseconds, or with smaller parts of a second the seconds and nanoseconds. New components and constants come
 * last: in bytes of earlier versions they are null, 0 or false.
 */
public final class RowBytes {
    /** Raised when a component, constant or kind is removed, moved, or gets another meaning, and for a new kind. */
    public static final int VERSION = 24;

    /** Of a millisecond. */
    private static final int NANOS = 1_000_000;

    /** Half of a surrogate pair, which any program may write in a name, becomes a replacement character. */
    private static final ObjectMapper MAPPER = CBORMapper.builder(CBORFactory.builder()
                    .enable(CBORGenerator.Feature.LENIENT_UTF_ENCODING)
                    .build())
            .annotationIntrospector(new AsArrays())
            .visibility(PropertyAccessor.GETTER, Visibility.NONE)
            .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .enable(
                    SerializationFeature.WRITE_ENUMS_USING_INDEX,
                    SerializationFeature.WRITE_ENUM_KEYS_USING_INDEX,
                    SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .enable(EnumFeature.READ_ENUM_KEYS_USING_INDEX)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .addMixIn(Hashes.class, AsBytes.class)
            .addMixIn(LazyHash.class, AsNumber.class)
            .addModule(new JavaTimeModule())
            .addModule(new SimpleModule()
                    .addSerializer(Instant.class, new InstantWriter())
                    .addDeserializer(Instant.class, new InstantReader())
                    .addDeserializer(boolean.class, new PrimitiveReader<>(boolean.class, false))
                    .addDeserializer(int.class, new PrimitiveReader<>(int.class, 0))
                    .addDeserializer(long.class, new PrimitiveReader<>(long.class, 0L)))
            .build();

    private RowBytes() {}

    /** Of a record, or of a text or number. */
    public static byte[] of(Object value) {
        try {
            var cbor = MAPPER.writeValueAsBytes(value);
            var bytes = new byte[cbor.length + 1];
            bytes[0] = VERSION;
            System.arraycopy(cbor, 0, bytes, 1, cbor.length);
            return bytes;
        } catch (IOException bug) {
            throw new UncheckedIOException("a value has no bytes", bug);
        }
    }

    /**
     * The value that has all of the bytes; {@code what} names it in words.
     *
     * @throws UnsupportedVersion when another version of footfall wrote it
     * @throws IllegalArgumentException when the bytes are garbage
     */
    public static <V> V read(byte[] bytes, Class<V> type, String what) {
        UnsupportedVersion.check(what, bytes.length == 0 ? 0 : bytes[0], VERSION);
        try {
            return MAPPER.readValue(bytes, 1, bytes.length - 1, type);
        } catch (IOException damaged) {
            throw new IllegalArgumentException(what + " is damaged", damaged);
        }
    }

    /**
     * What {@code read} makes of bytes that may be garbage; empty when they are.
     *
     * @throws UnsupportedVersion when another version of footfall wrote them
     */
    public static <V> Optional<V> tried(Supplier<V> read) {
        try {
            return Optional.of(read.get());
        } catch (UnsupportedVersion other) {
            throw other;
        } catch (IndexOutOfBoundsException
                | NullPointerException
                | ArithmeticException
                | IllegalArgumentException
                | IllegalStateException
                | DateTimeException damaged) {
            return Optional.empty();
        }
    }

    /** Annotations of a class are those of its JSON on topics. */
    private static final class AsArrays extends JacksonAnnotationIntrospector {
        private static final JsonFormat.Value ARRAY = JsonFormat.Value.forShape(JsonFormat.Shape.ARRAY);

        @Override
        public JsonFormat.Value findFormat(Annotated annotated) {
            return annotated instanceof AnnotatedClass type && type.getRawType().isRecord() ? ARRAY : null;
        }
    }

    private interface AsBytes {
        @JsonValue
        byte[] bytes();

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Hashes of(byte[] bytes) {
            return Hashes.of(bytes);
        }
    }

    private interface AsNumber {
        @JsonValue
        long value();

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static LazyHash of(long value) {
            return LazyHash.of(value);
        }
    }

    /** Null is damage, but a component that is absent is that of a later version. */
    private static final class PrimitiveReader<T> extends JsonDeserializer<T> {
        private final JsonDeserializer<T> given;
        private final T absent;

        @SuppressWarnings("unchecked") // It is of that type.
        PrimitiveReader(Class<T> type, T absent) {
            this.given = (JsonDeserializer<T>) NumberDeserializers.find(type, type.getName());
            this.absent = absent;
        }

        @Override
        public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
            return given.deserialize(in, context);
        }

        @Override
        public T getNullValue(DeserializationContext context) throws JsonMappingException {
            return given.getNullValue(context);
        }

        @Override
        public Object getAbsentValue(DeserializationContext context) {
            return absent;
        }
    }

    private static final class InstantWriter extends JsonSerializer<Instant> {
        @Override
        public void serialize(Instant value, JsonGenerator out, SerializerProvider context) throws IOException {
            if (value.getNano() % NANOS == 0) {
                out.writeNumber(value.toEpochMilli());
            } else {
                out.writeStartArray(value, 2);
                out.writeNumber(value.getEpochSecond());
                out.writeNumber(value.getNano());
                out.writeEndArray();
            }
        }
    }

    private static final class InstantReader extends JsonDeserializer<Instant> {
        @Override
        public Instant deserialize(JsonParser in, DeserializationContext context) throws IOException {
            if (!in.isExpectedStartArrayToken()) {
                return Instant.ofEpochMilli(in.getLongValue());
            }
            long seconds = in.nextLongValue(0);
            var at = Instant.ofEpochSecond(seconds, in.nextIntValue(0));
            if (in.nextToken() != JsonToken.END_ARRAY) {
                throw new JsonParseException(in, "an instant has two parts");
            }
            return at;
        }
    }

    /**
     * Another version of footfall wrote stored rows or records, which this one does not read. The message contains only
     * the versions.
     */
    public static final class UnsupportedVersion extends IllegalStateException {
        /** Versions are small; a higher number is garbage. Text starts with a higher byte. */
        private static final long VERSION_MAX = 31;

        private UnsupportedVersion(String message) {
            super(message);
        }

        /**
         * Checks the version that a row or record begins with; {@code what} names its kind.
         *
         * @throws UnsupportedVersion when it is another than {@code known}
         * @throws IllegalArgumentException when it is not a version at all
         */
        public static void check(String what, long written, long known) {
            if (isVersion(written) && written != known) {
                throw new UnsupportedVersion(
                        what + " has version " + written + ", and this footfall reads only version " + known);
            } else if (!isVersion(written)) {
                throw new IllegalArgumentException(what + " does not begin with a version");
            }
        }

        private static boolean isVersion(long written) {
            return written >= 1 && written <= VERSION_MAX;
        }
    }
}
