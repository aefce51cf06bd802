package footfall.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.ResolvableDeserializer;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import footfall.loop.Loop;
import footfall.turn.Group;
import footfall.turn.Turn;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the JSON of a record. The components of its {@link Group}s stand in place of the groups: Jackson would copy the
 * whole JSON for each group first, which takes several times as long. Unknown fields are ignored, absent ones are
 * null or zero, and of a field that occurs twice the last one counts.
 */
final class RecordReader<T> extends JsonDeserializer<T> implements ResolvableDeserializer {
    /** The parts of turns are most of what is read. */
    private static final Set<Package> PACKAGES = Set.of(Turn.class.getPackage(), Loop.class.getPackage());

    private final JavaType type;
    private final Maker<T> maker;
    private final Map<String, Slot> slots = new HashMap<>();

    private RecordReader(JavaType type, Maker<T> maker) {
        this.type = type;
        this.maker = maker;
    }

    /** The place of a value: a component of the record, or one of a component that is a group. */
    private static final class Slot {
        private final int group;
        private final int component;
        private final JavaType type;
        private JsonDeserializer<Object> reader;

        Slot(int group, int component, JavaType type) {
            this.group = group;
            this.component = component;
            this.type = type;
        }
    }

    /** The constructor of a record. {@code absent}: the values of its components; those of groups, by component. */
    private record Maker<T>(Constructor<T> constructor, Object[] absent, List<Maker<?>> groups) {
        static <T> Maker<T> of(Class<T> record) {
            var components = record.getRecordComponents();
            var types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            try {
                var constructor = record.getDeclaredConstructor(types);
                constructor.setAccessible(true);
                var absent = Stream.of(types).map(Maker::absent).toArray();
                var groups = new ArrayList<Maker<?>>();
                for (var type : types) {
                    groups.add(isGroup(type) ? of(type) : null);
                }
                return new Maker<>(constructor, absent, groups);
            } catch (NoSuchMethodException bug) {
                throw new IllegalStateException(bug);
            }
        }

        private static Object absent(Class<?> type) {
            if (type == int.class) {
                return 0;
            } else if (type == long.class) {
                return 0L;
            } else if (type == boolean.class) {
                return false;
            }
            return type == double.class ? 0.0 : null;
        }

        T make(Object[] values) throws ReflectiveOperationException {
            return constructor.newInstance(values);
        }
    }

    private static boolean isGroup(Class<?> type) {
        return type.isRecord() && Group.class.isAssignableFrom(type);
    }

    /** Gives the records of turns and loops this reader. */
    static final class Modifier extends BeanDeserializerModifier {
        private static final long serialVersionUID = 1L;

        @Override
        public JsonDeserializer<?> modifyDeserializer(
                DeserializationConfig config, BeanDescription bean, JsonDeserializer<?> usual) {
            var type = bean.getBeanClass();
            return type.isRecord() && PACKAGES.contains(type.getPackage())
                    ? new RecordReader<>(bean.getType(), Maker.of(type))
                    : usual;
        }
    }

    @Override
    public void resolve(DeserializationContext context) throws JsonMappingException {
        var components = type.getRawClass().getRecordComponents();
        var names = names(context, type);
        for (int i = 0; i < components.length; i++) {
            var component = context.constructType(components[i].getGenericType());
            if (maker.groups.get(i) == null) {
                add(names.get(components[i].getName()), new Slot(-1, i, component), context);
                continue;
            }
            var inner = components[i].getType().getRecordComponents();
            var innerNames = names(context, component);
            for (int j = 0; j < inner.length; j++) {
                var slot = new Slot(i, j, context.constructType(inner[j].getGenericType()));
                add(innerNames.get(inner[j].getName()), slot, context);
            }
        }
    }

    private void add(String name, Slot slot, DeserializationContext context) throws JsonMappingException {
        slot.reader = context.findRootValueDeserializer(slot.type);
        slots.put(name, slot);
    }

    /** The names of fields by those of components. */
    private static Map<String, String> names(DeserializationContext context, JavaType record) {
        var config = context.getConfig();
        return config.introspect(record).findProperties().stream()
                .collect(Collectors.toMap(BeanPropertyDefinition::getInternalName, BeanPropertyDefinition::getName));
    }

    @Override
    public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            context.handleUnexpectedToken(type, in);
        }
        var values = maker.absent.clone();
        var groups = new Object[values.length][];
        for (int i = 0; i < groups.length; i++) {
            groups[i] = maker.groups.get(i) == null
                    ? values
                    : maker.groups.get(i).absent.clone();
        }
        for (var field = in.nextFieldName(); field != null; field = in.nextFieldName()) {
            var token = in.nextToken();
            var slot = slots.get(field);
            if (slot == null) {
                in.skipChildren();
                continue;
            }
            var target = slot.group < 0 ? values : groups[slot.group];
            target[slot.component] = token == JsonToken.VALUE_NULL
                    ? slot.reader.getNullValue(context)
                    : slot.reader.deserialize(in, context);
        }
        return made(values, groups, context);
    }

    private T made(Object[] values, Object[][] groups, DeserializationContext context) throws IOException {
        try {
            for (int i = 0; i < groups.length; i++) {
                if (groups[i] != values) {
                    values[i] = maker.groups.get(i).make(groups[i]);
                }
            }
            return maker.make(values);
        } catch (InvocationTargetException invalid) {
            throw context.instantiationException(type.getRawClass(), invalid.getCause());
        } catch (ReflectiveOperationException bug) {
            throw new IllegalStateException(bug);
        }
    }
}
