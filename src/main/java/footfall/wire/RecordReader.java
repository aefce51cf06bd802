package footfall.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.ResolvableDeserializer;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import footfall.line.Group;
import footfall.line.Line;
import footfall.loop.Loop;
import footfall.turn.Turn;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the JSON of a record. The components of its {@link Group}s, and of groups within these, stand in place of the
 * groups: Jackson would copy the whole JSON for each group first, which takes several times as long. Unknown fields are
 * ignored, absent ones are null or zero, and of a field that occurs twice the last one counts.
 */
final class RecordReader<T> extends JsonDeserializer<T> implements ResolvableDeserializer {
    /** Events and the parts of turns are most of what is read. */
    private static final Set<Package> PACKAGES =
            Set.of(Turn.class.getPackage(), Loop.class.getPackage(), Line.class.getPackage());

    private final JavaType type;
    private final RecordParts parts;
    private final Map<String, Slot> slots = new HashMap<>();

    private RecordReader(JavaType type) {
        this.type = type;
        this.parts = new RecordParts(type.getRawClass());
    }

    /** The place of a value: a component of a part. */
    private static final class Slot {
        private final int part;
        private final int component;
        private final JavaType type;
        private JsonDeserializer<Object> reader;

        Slot(int part, int component, JavaType type) {
            this.part = part;
            this.component = component;
            this.type = type;
        }
    }

    private static boolean hasGroups(Class<?> record) {
        return Stream.of(record.getRecordComponents()).anyMatch(one -> RecordParts.isGroup(one.getType()));
    }

    /** Gives this reader to the records of turns and loops, and to each record with groups. */
    static final class Modifier extends BeanDeserializerModifier {
        private static final long serialVersionUID = 1L;

        @Override
        public JsonDeserializer<?> modifyDeserializer(
                DeserializationConfig config, BeanDescription bean, JsonDeserializer<?> usual) {
            var type = bean.getBeanClass();
            boolean isOfFields = type.isRecord() && usual instanceof BeanDeserializerBase; // Others are texts.
            return isOfFields && (PACKAGES.contains(type.getPackage()) || hasGroups(type))
                    ? new RecordReader<>(bean.getType())
                    : usual;
        }
    }

    @Override
    public void resolve(DeserializationContext context) throws JsonMappingException {
        for (int part = 0; part < parts.size(); part++) {
            var record = part == 0 ? type : context.constructType(parts.type(part));
            var components = parts.components(part);
            var names = names(context, record);
            for (int i = 0; i < components.length; i++) {
                if (!RecordParts.isGroup(components[i].getType())) {
                    var slot = new Slot(part, i, context.constructType(components[i].getGenericType()));
                    slot.reader = context.findRootValueDeserializer(slot.type);
                    slots.put(names.get(components[i].getName()), slot);
                }
            }
        }
    }

    /** The names of fields by those of components. */
    private static Map<String, String> names(DeserializationContext context, JavaType record) {
        var config = context.getConfig();
        return config.introspect(record).findProperties().stream()
                .collect(Collectors.toMap(BeanPropertyDefinition::getInternalName, BeanPropertyDefinition::getName));
    }

    @Override
    public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
        // Behind the name of a kind, the object has begun.
        boolean isBegun = in.currentToken() == JsonToken.FIELD_NAME || in.currentToken() == JsonToken.END_OBJECT;
        if (!isBegun && in.currentToken() != JsonToken.START_OBJECT) {
            context.handleUnexpectedToken(type, in);
        }
        var values = parts.values();
        var begin = in.currentToken() == JsonToken.FIELD_NAME ? in.currentName() : null;
        for (var field = isBegun ? begin : in.nextFieldName(); field != null; field = in.nextFieldName()) {
            var token = in.nextToken();
            var slot = slots.get(field);
            if (slot == null) {
                in.skipChildren();
                continue;
            }
            values[slot.part][slot.component] = token == JsonToken.VALUE_NULL
                    ? slot.reader.getNullValue(context)
                    : slot.reader.deserialize(in, context);
        }
        return made(values, context);
    }

    @SuppressWarnings("unchecked") // The first part is the record itself.
    private T made(Object[][] values, DeserializationContext context) throws IOException {
        try {
            return (T) parts.make(values);
        } catch (InvocationTargetException invalid) {
            throw context.instantiationException(type.getRawClass(), invalid.getCause());
        } catch (ReflectiveOperationException bug) {
            throw new IllegalStateException(bug);
        }
    }
}
