package footfall.eventlog;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import footfall.line.Changes;
import footfall.line.Printable;
import footfall.turn.Step;
import footfall.turn.Turn;
import java.io.IOException;
import java.io.Writer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

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

    /**
     * The objects of an OCEL log. IDs start with the type, so they are unique; sessions, agents and tools are
     * remembered, so that each is written once.
     */
    private static final class OcelObjects {
        /** The time that OCEL uses for attributes that never change. */
        private static final String ALWAYS = "1970-01-01T00:00:00Z";

        private static final List<Attribute> OF_TURNS = List.of(
                text("trigger", turn -> turn.prompt().trigger().word()),
                time("started_at", turn -> turn.span().startedAt()),
                time("ended_at", turn -> turn.span().endedAt()),
                text("closed_by", turn -> turn.span().closedBy().word()),
                whole("length", turn -> turn.size().length()),
                whole("input_tokens", turn -> turn.spend().tokens().input()),
                whole("output_tokens", turn -> turn.spend().tokens().output()),
                whole("cache_creation_tokens", turn -> turn.spend().tokens().cacheCreation()),
                whole("cache_read_tokens", turn -> turn.spend().tokens().cacheRead()),
                new Attribute(
                        "cost_usd", Column.Type.DECIMAL, turn -> turn.spend().costUsd()),
                changed("commits", Changes::commits),
                changed("pushes", Changes::pushes),
                changed("pull_requests", Changes::pullRequests),
                changed("lines_added", Changes::linesAdded),
                changed("lines_removed", Changes::linesRemoved),
                changed("files", Changes::files),
                text("project", turn -> turn.origin().project()),
                text("copy_of", turn -> turn.prompt().copyOf()),
                text("agent", turn -> turn.product().agent()),
                text("agent_version", turn -> turn.product().agentVersion()),
                text("parent_turn_id", turn -> turn.parent().parentTurnId()),
                text("parent_tool_use_id", turn -> turn.parent().parentToolUseId()));
        private static final List<Attribute> OF_AGENTS =
                List.of(text("role", turn -> turn.id().agentId() == null ? "main" : "subagent"));

        private final JsonGenerator json;
        private final Set<String> written = new HashSet<>();

        OcelObjects(JsonGenerator json) {
            this.json = json;
        }

        private record Attribute(String name, Column.Type type, Function<Turn, Object> value) {}

        private static Attribute text(String name, Function<Turn, Object> value) {
            return new Attribute(name, Column.Type.TEXT, value);
        }

        private static Attribute changed(String name, Function<Changes, Object> value) {
            return whole(name, turn -> value.apply(turn.changes() == null ? Changes.ZERO : turn.changes()));
        }

        private static Attribute time(String name, Function<Turn, Object> value) {
            return new Attribute(name, Column.Type.TIME, value);
        }

        private static Attribute whole(String name, Function<Turn, Object> value) {
            return new Attribute(name, Column.Type.WHOLE, value);
        }

        /** A relation to an object. */
        private record Related(String objectId, String qualifier) {}

        private record Head(String id, String type, List<Related> related) {}

        void types() throws IOException {
            json.writeArrayFieldStart("objectTypes");
            type("session", Map.of());
            type("turn", types(OF_TURNS));
            type("agent", types(OF_AGENTS));
            type("tool", Map.of());
            json.writeEndArray();
        }

        private static Map<String, Column.Type> types(List<Attribute> attributes) {
            var types = new LinkedHashMap<String, Column.Type>();
            attributes.forEach(attribute -> types.put(attribute.name(), attribute.type()));
            return types;
        }

        /** Writes the type of an object or event. */
        void type(String name, Map<String, Column.Type> attributes) throws IOException {
            json.writeRaw('\n');
            json.writeStartObject();
            json.writeStringField("name", name);
            json.writeArrayFieldStart("attributes");
            for (var attribute : attributes.entrySet()) {
                json.writeStartObject();
                json.writeStringField("name", attribute.getKey());
                json.writeStringField("type", attribute.getValue().word);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }

        /** Writes the turn, and its session, agents and tools if they are new. */
        void of(Turn turn) throws IOException {
            var session = new Related(sessionId(turn), "in session");
            var agent = new Related(agentId(turn), "by agent");
            if (written.add(session.objectId())) {
                object(new Head(session.objectId(), "session", List.of()), turn, List.of());
            }
            if (written.add(agent.objectId())) {
                object(new Head(agent.objectId(), "agent", List.of(session)), turn, OF_AGENTS);
            }
            object(new Head(turnId(turn), "turn", List.of(session, agent)), turn, OF_TURNS);
            for (var step : turn.steps()) {
                if (written.add(toolId(step))) {
                    object(new Head(toolId(step), "tool", List.of()), turn, List.of());
                }
            }
        }

        /** The objects of an event with their roles. */
        void relate(Event event) throws IOException {
            relationships(List.of(
                    new Related(sessionId(event.turn()), "in session"),
                    new Related(turnId(event.turn()), "in turn"),
                    new Related(agentId(event.turn()), "by agent"),
                    new Related(toolId(event.step()), "with tool")));
        }

        private void object(Head head, Turn turn, List<Attribute> attributes) throws IOException {
            json.writeRaw('\n');
            json.writeStartObject();
            json.writeStringField("id", head.id());
            json.writeStringField("type", head.type());
            relationships(head.related());
            json.writeArrayFieldStart("attributes");
            for (var attribute : attributes) {
                attribute(attribute.name(), attribute.value().apply(turn));
            }
            json.writeEndArray();
            json.writeEndObject();
        }

        private void attribute(String name, Object value) throws IOException {
            if (value != null) {
                json.writeStartObject();
                json.writeStringField("name", name);
                json.writeStringField("value", Printable.of(Column.text(value)));
                json.writeStringField("time", ALWAYS);
                json.writeEndObject();
            }
        }

        private void relationships(List<Related> all) throws IOException {
            json.writeArrayFieldStart("relationships");
            for (var related : all) {
                json.writeStartObject();
                json.writeStringField("objectId", related.objectId());
                json.writeStringField("qualifier", related.qualifier());
                json.writeEndObject();
            }
            json.writeEndArray();
        }

        private static String sessionId(Turn turn) {
            return Printable.of("session:" + turn.id().sessionId());
        }

        private static String turnId(Turn turn) {
            return Printable.of("turn:" + turn.id().turnId());
        }

        /** The main agent is identified by its session. */
        private static String agentId(Turn turn) {
            return Printable.of("agent:" + turn.id().sessionId()
                    + (turn.id().agentId() == null ? "" : "/" + turn.id().agentId()));
        }

        private static String toolId(Step step) {
            return Printable.of("tool:" + step.use().tool());
        }
    }
}
