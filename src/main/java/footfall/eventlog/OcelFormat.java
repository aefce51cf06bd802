package footfall.eventlog;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import footfall.line.Printable;
import footfall.turn.Turn;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes an event log as OCEL 2.0 JSON. An event has four objects: session, turn, agent and tool. There are
 * no cases, so all events are ordered by time. Totals of a turn are attributes of the turn.
 */
public final class OcelFormat implements EventFormat {
    private static final JsonFactory JSON = new JsonFactory();

    /** Columns that OCEL has elsewhere: as the type, time and case of an event, or as attributes of its turn. */
    private static final Set<String> NOT_OF_EVENTS = Set.of(
            "case", "activity", "complete", "cost_usd", "trigger", "copy_of", "project", "agent", "agent_version");

    private static final List<Column> OF_EVENTS = Column.ALL.stream()
            .filter(column -> !NOT_OF_EVENTS.contains(column.plain()))
            .toList();

    private final JsonGenerator json;
    private final OcelObjects objects;
    private final Set<String> activities = new TreeSet<>();
    private boolean hasEvents;

    /** Writes the object types. */
    public OcelFormat(Writer out) throws IOException {
        json = JSON.createGenerator(out);
        objects = new OcelObjects(json);
        json.writeStartObject();
        objects.types();
        json.writeArrayFieldStart("objects");
    }

    @Override
    public boolean isByCase() {
        return false;
    }

    @Override
    public boolean asksForTurns() {
        return true;
    }

    @Override
    public void turn(Turn turn) throws IOException {
        objects.of(turn);
    }

    @Override
    public void event(Event event) throws IOException {
        beginEvents();
        activities.add(event.activity());
        json.writeRaw('\n');
        json.writeStartObject();
        json.writeStringField("id", Printable.of(event.id()));
        json.writeStringField("type", Column.ACTIVITY.textOf(event));
        json.writeStringField("time", Column.COMPLETE.textOf(event));
        json.writeArrayFieldStart("attributes");
        for (var column : OF_EVENTS) {
            var value = column.textOf(event);
            if (value != null) {
                json.writeStartObject();
                json.writeStringField("name", column.plain());
                json.writeStringField("value", value);
                json.writeEndObject();
            }
        }
        json.writeEndArray();
        objects.relate(event);
        json.writeEndObject();
    }

    private void beginEvents() throws IOException {
        if (!hasEvents) {
            json.writeEndArray();
            json.writeArrayFieldStart("events");
            hasEvents = true;
        }
    }

    @Override
    public void end() throws IOException {
        beginEvents();
        json.writeEndArray();
        json.writeArrayFieldStart("eventTypes");
        var attributes = new LinkedHashMap<String, Column.Type>();
        OF_EVENTS.forEach(column -> attributes.put(column.plain(), column.type()));
        for (var activity : activities.stream().map(Printable::of).distinct().toList()) {
            objects.type(activity, attributes);
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeRaw('\n');
        json.flush();
    }
}
