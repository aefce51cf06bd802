package footfall.testkit;

import footfall.line.ErrorCategory;
import footfall.line.Hashes;
import footfall.line.Target;
import footfall.line.ToolUse;
import footfall.pattern.Subject;
import footfall.row.LazyHash;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A value of a type with every component set, and for each component, however deep, the same value with
 * another one there. By reflection, so that a new component is a new variant.
 */
public final class Samples {
    /** A list of numbers may have a fixed size. */
    private static final int NUMBERS = 4;

    private static final String COMMAND = "git status";
    private static final String OTHER_COMMAND = "git log";
    private static final String HASH = "abc";

    private int next;

    private Samples() {}

    /** The same for every call. */
    public static Object of(Type type) {
        return new Samples().sample(type);
    }

    private Object sample(Type type) {
        if (type instanceof ParameterizedType generic) {
            return collection((Class<?>) generic.getRawType(), generic.getActualTypeArguments());
        }
        var raw = (Class<?>) type;
        if (raw == Target.class) {
            return new Target(hash(++next), true, List.of(hash(++next)));
        } else if (raw == Subject.class) {
            // Of other kinds it has no category.
            return Subject.failure(ErrorCategory.values()[0], "text" + ++next);
        } else if (raw.isRecord()) {
            return record(
                    raw,
                    Arrays.stream(raw.getRecordComponents())
                            .map(this::component)
                            .toArray());
        } else if (raw.isEnum()) {
            return raw.getEnumConstants()[0];
        }
        return plain(raw, ++next);
    }

    /** Not every text is one of a call. */
    private Object component(RecordComponent of) {
        if (of.getDeclaringRecord() == ToolUse.class && of.getName().equals("command")) {
            return COMMAND;
        }
        boolean isHash =
                of.getDeclaringRecord() == ToolUse.class && of.getName().equals("input");
        return isHash ? hash(++next) : sample(of.getGenericType());
    }

    private static String hash(int number) {
        return HASH + number;
    }

    private Object collection(Class<?> raw, Type[] of) {
        if (raw == List.class) {
            var items = new ArrayList<>();
            for (int i = of[0] instanceof Class<?> item && Number.class.isAssignableFrom(item) ? NUMBERS : 1;
                    i > 0;
                    i--) {
                items.add(sample(of[0]));
            }
            return items;
        }
        if (raw == Set.class) {
            return Set.of(sample(of[0]));
        }
        var map = new TreeMap<Object, Object>();
        map.put(sample(of[0]), sample(of[1]));
        return map;
    }

    private static Object plain(Class<?> raw, int number) {
        return switch (raw.getSimpleName()) {
            case "String" -> "text" + number;
            case "byte[]" -> new byte[] {(byte) number};
            case "int", "Integer" -> number;
            case "long", "Long" -> 1_000L + number;
            case "boolean", "Boolean" -> true;
            case "double", "Double" -> number + 0.5;
            case "Instant" -> Instant.ofEpochMilli(1_760_000_000_000L + number * 1_001L);
            case "LazyHash" -> LazyHash.of(1_000L + number);
            case "Hashes" -> Hashes.NONE.with(1_000L + number, 1);
            case "LocalDate" -> LocalDate.of(2026, 1, 1).plusDays(number);
            case "BigDecimal" -> new BigDecimal("0." + number);
            default -> throw new IllegalArgumentException("no sample of a " + raw);
        };
    }

    private static Object record(Class<?> raw, Object[] values) {
        try {
            var types = Arrays.stream(raw.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class[]::new);
            var constructor = raw.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException refused) {
            throw new IllegalArgumentException("no sample of a " + raw, refused.getCause());
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** By path of the component that differs, as in {@code head.prompt.uuid}; empty for a plain value. */
    public static Map<String, Object> variants(Object value) {
        var variants = new LinkedHashMap<String, Object>();
        if (value.getClass().isRecord()) {
            var parts = value.getClass().getRecordComponents();
            for (int i = 0; i < parts.length; i++) {
                int place = i;
                others(component(parts[i], value)).forEach((path, other) -> {
                    var values = Arrays.stream(parts)
                            .map(part -> component(part, value))
                            .toArray();
                    values[place] = other;
                    if (!(other instanceof Subject.Kind)) {
                        variants.put(parts[place].getName() + path, record(value.getClass(), values));
                    }
                });
            }
        } else {
            variants.putAll(others(value));
        }
        // A component that follows from others does not change alone.
        variants.values().removeIf(value::equals);
        return variants;
    }

    private static Map<String, Object> others(Object value) {
        var others = new LinkedHashMap<String, Object>();
        if (value.getClass().isRecord()) {
            variants(value).forEach((path, other) -> others.put("." + path, other));
        } else if (value instanceof List<?> list) {
            others(list.get(0)).forEach((path, other) -> {
                var changed = new ArrayList<Object>(list);
                changed.set(0, other);
                others.put("[0]" + path, changed);
            });
        } else if (value instanceof Set<?> set) {
            others(set.iterator().next()).forEach((path, other) -> others.put("{}" + path, Set.of(other)));
        } else if (value instanceof Map<?, ?> map) {
            var entry = map.entrySet().iterator().next();
            others(entry.getValue())
                    .forEach((path, other) ->
                            others.put("{value}" + path, new TreeMap<>(Map.of(entry.getKey(), other))));
            others(entry.getKey())
                    .forEach((path, other) ->
                            others.put("{key}" + path, new TreeMap<>(Map.of(other, entry.getValue()))));
        } else {
            others.put("", another(value));
        }
        return others;
    }

    private static Object another(Object value) {
        if (value instanceof Enum<?> constant) {
            var all = constant.getDeclaringClass().getEnumConstants();
            return all[(constant.ordinal() + 1) % all.length];
        } else if (value instanceof Boolean flag) {
            return !flag;
        }
        if (value.equals(COMMAND) || value.equals(OTHER_COMMAND)) {
            return other(value, COMMAND, OTHER_COMMAND);
        } else if (value instanceof String text && text.startsWith(HASH)) {
            return other(value, hash(7_777), hash(8_888));
        }
        return other(value, plain(value.getClass(), 7_777), plain(value.getClass(), 8_888));
    }

    /** The same value changes twice in some tests. */
    private static Object other(Object than, Object first, Object second) {
        return than.equals(first) ? second : first;
    }

    private static Object component(RecordComponent part, Object of) {
        try {
            part.getAccessor().setAccessible(true);
            return part.getAccessor().invoke(of);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
