package footfall.eventlog;

import footfall.line.BashCategory;
import footfall.line.ErrorCategory;
import footfall.line.InstantText;
import footfall.line.Permission;
import footfall.line.Printable;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.Function;

/**
 * One column of the log. {@code name} is the one that process-mining tools expect, {@code plain} the name
 * elsewhere. Its value is passed to a {@link Type}, or omitted when absent.
 */
record Column(String name, String plain, Type type, Function<Event, Object> value) {
    /** The type of a column: the class of its values and OCEL's word for it. */
    enum Type {
        TEXT(String.class, "string"),
        TIME(Instant.class, "time"),
        WHOLE(Long.class, "integer"),
        DECIMAL(BigDecimal.class, "float"),
        FLAG(Boolean.class, "boolean");

        final Class<?> holds;
        final String word;

        Type(Class<?> holds, String word) {
            this.holds = holds;
            this.word = word;
        }
    }

    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    static final Column CASE = text("case:concept:name", "case", Event::caseId);
    static final Column ACTIVITY = text("concept:name", "activity", Event::activity);
    static final Column COMPLETE = new Column("time:timestamp", "complete", Type.TIME, Event::complete);
    static final Column COST = new Column(
            "cost_usd",
            "cost_usd",
            Type.DECIMAL,
            event -> event.tellsOfTurn() ? event.turn().spend().costUsd() : null);

    /** All columns in order. */
    static final List<Column> ALL = List.of(
            CASE,
            ACTIVITY,
            new Column("start_timestamp", "start", Type.TIME, Event::start),
            COMPLETE,
            text("lifecycle:transition", "lifecycle", Event::lifecycle),
            text("org:resource", "resource", Event::resource),
            text("org:role", "role", Event::role),
            text("outcome", event -> event.step().result().outcome().word()),
            text("permission", event -> permission(event.step().result().permission())),
            text("session_id", event -> event.turn().id().sessionId().value()),
            text("turn_id", event -> event.turn().id().turnId()),
            whole("turn_sequence", event -> event.step().sequence()),
            text("trigger", event -> event.turn().prompt().trigger().word()),
            text("tool", event -> event.step().use().tool()),
            text("tool_use_id", event -> event.step().use().toolUseId()),
            new Column("parallel", "parallel", Type.FLAG, event -> event.step().parallel()),
            text("bash_category", event -> label(event.step().result().bashCategory())),
            text("error_category", event -> word(event.step().result().category())),
            text("file_extension", event -> event.step().result().fileExtension()),
            whole("input_bytes", event -> event.step().result().inputBytes()),
            whole("result_bytes", event -> event.step().result().resultBytes()),
            text("subagent", event -> event.step().result().subagent()),
            text("project", event -> event.turn().origin().project()),
            text("copy_of", event -> event.turn().prompt().copyOf()),
            COST,
            text("agent", event -> event.turn().product().agent()),
            text("agent_version", event -> event.turn().product().agentVersion()));

    /** The value in this column, of the type's class; null when absent. Text is printable. */
    Object of(Event event) {
        var found = value.apply(event);
        return found instanceof String text ? Printable.of(text) : type.holds.cast(found);
    }

    /** The value as text, null when absent. */
    String textOf(Event event) {
        return text(of(event));
    }

    static String text(Object value) {
        if (value instanceof Instant at) {
            return time(at);
        } else if (value instanceof BigDecimal amount) {
            return amount.signum() == 0 ? "0" : amount.stripTrailingZeros().toPlainString();
        }
        return value == null ? null : value.toString();
    }

    /** In UTC with {@code Z} and milliseconds, which all readers accept. */
    private static String time(Instant at) {
        return InstantText.isUsual(at) ? InstantText.toMillis(at) : MILLIS.format(at);
    }

    private static Column text(String name, Function<Event, String> value) {
        return text(name, name, value);
    }

    private static Column text(String name, String plain, Function<Event, String> value) {
        return new Column(name, plain, Type.TEXT, value::apply);
    }

    private static Column whole(String name, Function<Event, Number> value) {
        return new Column(name, name, Type.WHOLE, event -> value.apply(event).longValue());
    }

    private static String label(BashCategory category) {
        return category == null ? null : category.label();
    }

    private static String permission(Permission permission) {
        return permission == null ? null : permission.word();
    }

    private static String word(ErrorCategory category) {
        return category == null ? null : category.word();
    }
}
