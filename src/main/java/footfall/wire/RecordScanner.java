package footfall.wire;

import footfall.line.InstantText;
import footfall.line.SessionId;
import footfall.scan.InvalidJson;
import footfall.scan.JsonScanner;
import footfall.turn.Invocation;
import footfall.turn.Turn;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads a record from the JSON that {@link Json} writes, by the names and types of its components. A command that asks
 * a processor reads with it, because Jackson takes longer to load than the answer takes otherwise. Unknown fields are
 * ignored, absent ones are null or zero, and of a field that occurs twice the last one counts. Thread-safe.
 */
public final class RecordScanner<T> {
    private final Class<?> type;
    private final Object absent;
    /** Of a list, and of the values of a map; null for other types. */
    private final RecordScanner<?> elements;
    /** Null for what is no record. */
    private final RecordParts parts;

    private final Map<String, Slot> slots = new HashMap<>();

    /** The place of a value: a component of a part. */
    private record Slot(int part, int component, RecordScanner<?> reader) {}

    private RecordScanner(Class<?> type, RecordScanner<?> elements, Readers readers) {
        this.type = type;
        this.elements = elements;
        this.absent = RecordParts.absent(type);
        this.parts = type.isRecord() && type != SessionId.class ? new RecordParts(type) : null;
        for (int part = 0; parts != null && part < parts.size(); part++) {
            var components = parts.components(part);
            for (int i = 0; i < components.length; i++) {
                if (!RecordParts.isGroup(components[i].getType())) {
                    slots.put(name(components[i]), new Slot(part, i, readers.of(components[i])));
                }
            }
        }
    }

    public static <T> RecordScanner<T> of(Class<T> type) {
        return of(type, null);
    }

    /** Of a record with one type parameter. */
    public static <T> RecordScanner<T> of(Class<? super T> type, Class<?> parameter) {
        return new RecordScanner<>(type, null, new Readers(parameter));
    }

    /** Of the components of a record; {@code parameter} is what its type parameter is. */
    private static final class Readers {
        private final Class<?> parameter;
        private final Map<Class<?>, RecordScanner<?>> byType = new HashMap<>();

        Readers(Class<?> parameter) {
            this.parameter = parameter;
        }

        /** Generic types are looked at only where there can be some. */
        RecordScanner<?> of(RecordComponent component) {
            var type = component.getType();
            return type == List.class || type == Map.class || type == Object.class
                    ? of(component.getGenericType())
                    : of(type);
        }

        private RecordScanner<?> of(Type type) {
            if (type instanceof ParameterizedType generic) {
                var arguments = generic.getActualTypeArguments();
                return new RecordScanner<>((Class<?>) generic.getRawType(), of(arguments[arguments.length - 1]), this);
            }
            var known = type instanceof Class<?> plain ? plain : parameter;
            var reader = byType.get(known);
            if (reader == null) {
                reader = new RecordScanner<>(known, null, this);
                byType.put(known, reader);
            }
            return reader;
        }
    }

    /** The name of a component's field: snake_case, with the exceptions of {@link Json}. */
    private static String name(RecordComponent component) {
        var name = component.getName();
        var record = component.getDeclaringRecord();
        if (name.equals("isLong") && (record == Turn.Size.class || record == Invocation.class)) {
            return "long";
        }
        var field = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isUpperCase(c)) {
                field.append('_').append(Character.toLowerCase(c));
            } else {
                field.append(c == '1' ? "_1" : c);
            }
        }
        return field.toString();
    }

    /** @throws IOException when the bytes are not such a record; the message does not quote them */
    @SuppressWarnings("unchecked") // By the constructors.
    public T read(byte[] json) throws IOException {
        try {
            var scanner = new JsonScanner(json, 0, json.length);
            var value = value(scanner);
            expect(scanner.isAtEnd());
            return (T) value;
        } catch (InvalidJson | IllegalArgumentException | DateTimeException | InvocationTargetException invalid) {
            throw new IOException("a value is no " + type.getSimpleName());
        } catch (ReflectiveOperationException bug) {
            throw new IllegalStateException(bug);
        }
    }

    private Object value(JsonScanner json) throws ReflectiveOperationException {
        if (json.isNull()) {
            return absent;
        } else if (parts != null) {
            return object(json);
        } else if (type == List.class) {
            return list(json);
        } else if (type == Map.class) {
            return map(json);
        }
        return type == boolean.class || type == Boolean.class ? flag(json) : word(json);
    }

    private Object object(JsonScanner json) throws ReflectiveOperationException {
        expect(json.isObject());
        var values = parts.values();
        for (json.fields(); json.nextField(); ) {
            var slot = slots.get(json.name());
            if (slot != null) {
                values[slot.part][slot.component] = slot.reader.value(json);
            }
        }
        return parts.make(values);
    }

    private List<Object> list(JsonScanner json) throws ReflectiveOperationException {
        expect(json.isList());
        var list = new ArrayList<>();
        for (json.elements(); json.nextElement(); ) {
            list.add(elements.value(json));
        }
        return list;
    }

    private Map<String, Object> map(JsonScanner json) throws ReflectiveOperationException {
        expect(json.isObject());
        var map = new LinkedHashMap<String, Object>();
        for (json.fields(); json.nextField(); ) {
            var name = json.name();
            map.put(name, elements.value(json));
        }
        return map;
    }

    private static boolean flag(JsonScanner json) {
        expect(json.isTrue() || json.isFalse());
        return json.isTrue();
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // The type of an enum is only known here.
    private Object word(JsonScanner json) {
        boolean isText = json.isText();
        expect(isText || json.isNumber());
        var written = json.written();
        if (type == long.class || type == Long.class) {
            return Long.valueOf(written);
        } else if (type == int.class || type == Integer.class) {
            return Integer.valueOf(written);
        } else if (type == double.class || type == Double.class) {
            return Double.valueOf(written);
        } else if (type == BigDecimal.class) {
            return new BigDecimal(written);
        }
        expect(isText);
        if (type == Instant.class) {
            return InstantText.parse(written);
        } else if (type == SessionId.class) {
            return new SessionId(written);
        } else if (type.isEnum()) {
            return Enum.valueOf((Class) type, constant(written));
        }
        expect(type == String.class);
        return written;
    }

    /** The words of an enum are the names of its constants, written differently. */
    private static String constant(String word) {
        return word.toUpperCase(Locale.ROOT)
                .replace("&", "AND")
                .replace('-', '_')
                .replace(' ', '_');
    }

    private static void expect(boolean isSo) {
        if (!isSo) {
            throw new IllegalArgumentException("another type");
        }
    }
}
