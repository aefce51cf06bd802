package footfall.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import footfall.line.Changes;
import footfall.line.Envelope;
import footfall.line.Line;
import footfall.line.LineEvents;
import footfall.line.SessionId;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.line.Usage;
import footfall.redact.RedactedLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.kafka.common.errors.SerializationException;

/**
 * The JSON of the events of a line, as {@link Json} but without what is empty, zero or false. The component
 * {@code kind} names an event, one of {@link #KINDS}.
 */
public final class EventJson {
    /** The events by their kinds. What depends on other lines, or has no effect, is no event. */
    public static final Map<String, Class<? extends Line>> KINDS = Map.ofEntries(
            Map.entry("prompt", Line.Prompt.class),
            Map.entry("answer", Line.Assistant.class),
            Map.entry("results", Line.ToolResults.class),
            Map.entry("interrupted", Line.Interrupt.class),
            Map.entry("stopped", Line.Stop.class),
            Map.entry("ended", Line.TurnDuration.class),
            Map.entry("compacted", Line.Compaction.class),
            Map.entry("linked", Line.SubagentLink.class),
            Map.entry("usage", Line.Tokens.class),
            Map.entry("finished_call", Line.ScriptCall.class),
            Map.entry("script_ended", Line.ScriptEnd.class),
            Map.entry("call_started", Line.CallStart.class),
            Map.entry("waiting", Line.Waiting.class),
            Map.entry("call_timed", Line.CallTimes.class),
            Map.entry("requested", Line.Requested.class),
            Map.entry("session_began", Line.SessionBegin.class),
            Map.entry("session_ended", Line.SessionEnd.class),
            Map.entry("reported", Line.Reported.class),
            Map.entry("limits", Line.Limits.class),
            Map.entry("text", Line.UserText.class));

    /** Code points of the text of an error. */
    public static final int ERROR_MAX = 2_000;

    /** The file and the input of a call: hashes in hexadecimal, so that neither can stand there. */
    public static final String TARGET = "[0-9a-f]{1,64}";

    private static final Predicate<String> IS_TARGET = Pattern.compile(TARGET).asMatchPredicate();

    static final ObjectMapper MAPPER = mapper();
    private static final ObjectReader READER =
            MAPPER.readerFor(LineEvents.class).with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private EventJson() {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    private interface Kind {}

    /** What a session's lines share goes first: they compress better. */
    @JsonPropertyOrder({"session_id", "agent_id", "version", "project"})
    private interface EnvelopeNames {
        @JsonProperty("session_id")
        SessionId session();

        @JsonProperty("agent_id")
        String agent();
    }

    private interface ResultNames {
        @JsonInclude(JsonInclude.Include.NON_NULL)
        Integer exitCode();
    }

    private interface ChangedNames {
        @JsonInclude(JsonInclude.Include.NON_NULL)
        Long linesAdded();

        @JsonInclude(JsonInclude.Include.NON_NULL)
        Long linesRemoved();

        @JsonInclude(JsonInclude.Include.NON_NULL)
        Long files();
    }

    /** Leaves out the {@code uuid} of what is no prompt where it is the ID of the line. */
    private static final class OtherUuids extends BeanSerializerModifier {
        private static final long serialVersionUID = 1;

        @Override
        public List<BeanPropertyWriter> changeProperties(
                SerializationConfig config, BeanDescription type, List<BeanPropertyWriter> properties) {
            if (type.getBeanClass() == Envelope.class) {
                properties.replaceAll(property -> property.getName().equals("uuid") ? new Uuid(property) : property);
            }
            return properties;
        }

        private static final class Uuid extends BeanPropertyWriter {
            private static final long serialVersionUID = 1;

            Uuid(BeanPropertyWriter every) {
                super(every);
            }

            @Override
            public void serializeAsField(Object envelope, JsonGenerator out, SerializerProvider provider)
                    throws Exception {
                var inLine = out.getOutputContext().getParent().getParent();
                var line = (LineEvents) inLine.getCurrentValue();
                if (!Objects.equals(((Envelope) envelope).uuid(), line.id()) || isOfPrompt(envelope, line)) {
                    super.serializeAsField(envelope, out, provider);
                }
            }

            private static boolean isOfPrompt(Object envelope, LineEvents line) {
                for (var event : line.events()) {
                    if (event.envelope() == envelope && event instanceof Line.Prompt) {
                        return true;
                    }
                }
                return false;
            }
        }
    }

    private static ObjectMapper mapper() {
        var mapper = Json.MAPPER
                .copy()
                .setDefaultPropertyInclusion(JsonInclude.Include.NON_DEFAULT)
                .addMixIn(Line.class, Kind.class)
                .addMixIn(Envelope.class, EnvelopeNames.class)
                .addMixIn(Usage.class, Json.HourWrites.class)
                .addMixIn(ToolResult.class, ResultNames.class)
                .addMixIn(Changes.class, ChangedNames.class);
        // An empty text is another one than none: an error without words, a tool without a name.
        mapper.configOverride(String.class)
                .setInclude(JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL));
        mapper.registerModule(new SimpleModule("uuids").setSerializerModifier(new OtherUuids()));
        KINDS.forEach((kind, type) -> mapper.registerSubtypes(new NamedType(type, kind)));
        return mapper;
    }

    /** What is sent: UTF-8. Raw events, whose errors are unchanged texts of a transcript, cannot be. */
    public static byte[] bytes(RedactedLine line) {
        return written(line.events());
    }

    static byte[] written(LineEvents events) {
        try {
            return MAPPER.writeValueAsBytes(events);
        } catch (JsonProcessingException bug) {
            throw new SerializationException("events have no JSON", bug);
        }
    }

    /** Empty for anything else than the JSON of one event or more, and for texts that no redaction makes. */
    public static Optional<LineEvents> read(byte[] json) {
        try {
            return Optional.<LineEvents>ofNullable(READER.readValue(json)).filter(EventJson::isBounded);
        } catch (IOException broken) {
            return Optional.empty();
        }
    }

    private static boolean isBounded(LineEvents line) {
        for (var event : line.events()) {
            boolean isBounded = event.toolUses().stream().allMatch(EventJson::isBounded)
                    && event.results().stream().allMatch(EventJson::isBounded)
                    && (event.ended() == null || isBounded(event.ended()));
            if (!isBounded) {
                return false;
            }
        }
        return !line.isEmpty();
    }

    private static boolean isBounded(ToolUse use) {
        var target = use.target();
        return (target == null
                        || IS_TARGET.test(target.value())
                                && target.others().stream().allMatch(IS_TARGET))
                && (use.input() == null || IS_TARGET.test(use.input()));
    }

    /** Half of a surrogate pair could not be written. */
    private static boolean isBounded(ToolResult result) {
        return result.error() == null
                || result.error().codePointCount(0, result.error().length()) <= ERROR_MAX
                        && StandardCharsets.UTF_8.newEncoder().canEncode(result.error());
    }
}
