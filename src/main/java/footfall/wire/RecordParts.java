package footfall.wire;

import footfall.line.Group;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;

/**
 * A record and the {@link Group}s in it, whose components have the place of the group in its JSON. What contains a
 * group comes before it, so the record is the first part.
 */
final class RecordParts {
    private final List<Part> parts = new ArrayList<>();

    /** {@code absent}: the values of its components. {@code parent}: the part that contains it. */
    private record Part(
            Constructor<?> constructor, RecordComponent[] components, Object[] absent, int parent, int place) {}

    RecordParts(Class<?> record) {
        add(record, -1, -1);
    }

    private void add(Class<?> record, int parent, int place) {
        var components = record.getRecordComponents();
        var types = new Class<?>[components.length];
        var absent = new Object[components.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = components[i].getType();
            absent[i] = absent(types[i]);
        }
        int self = parts.size();
        parts.add(new Part(constructor(record, types), components, absent, parent, place));
        for (int i = 0; i < types.length; i++) {
            if (isGroup(types[i])) {
                add(types[i], self, i);
            }
        }
    }

    private static Constructor<?> constructor(Class<?> record, Class<?>[] types) {
        try {
            var constructor = record.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException bug) {
            throw new IllegalStateException(bug);
        }
    }

    /** The value of a component without a field. */
    static Object absent(Class<?> type) {
        if (type == int.class) {
            return 0;
        } else if (type == long.class) {
            return 0L;
        } else if (type == boolean.class) {
            return false;
        }
        return type == double.class ? 0.0 : null;
    }

    static boolean isGroup(Class<?> type) {
        return type.isRecord() && Group.class.isAssignableFrom(type);
    }

    int size() {
        return parts.size();
    }

    Class<?> type(int part) {
        return parts.get(part).constructor().getDeclaringClass();
    }

    RecordComponent[] components(int part) {
        return parts.get(part).components();
    }

    /** Of each part, the values of its components before any is read. */
    Object[][] values() {
        var values = new Object[parts.size()][];
        for (int i = 0; i < values.length; i++) {
            values[i] = parts.get(i).absent().clone();
        }
        return values;
    }

    /** The record of these values. */
    Object make(Object[][] values) throws ReflectiveOperationException {
        for (int i = values.length - 1; i > 0; i--) {
            var part = parts.get(i);
            values[part.parent()][part.place()] = part.constructor().newInstance(values[i]);
        }
        return parts.get(0).constructor().newInstance(values[0]);
    }
}
