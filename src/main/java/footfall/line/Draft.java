package footfall.line;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The fields of one JSON object that classify a line, in any order. Long texts are kept as positions and
 * decoded on demand. Of a duplicate key, the last value counts.
 */
class Draft {
    private static final int TOTALS_MAX = 50;

    final Bytes raw;
    String type;
    String subtype;
    String uuid;
    String parentUuid;
    boolean root;
    String timestamp;
    String agent;
    String promptId;
    String version;
    String cwd;
    String originKind;
    String turnOrigin;
    String parentToolUseId;
    String sidechainOf;
    String dataType;
    String dataAgent;
    String resultAgent;
    boolean sidechain;
    long durationMs;
    int slugStart = -1;
    int branchStart = -1;
    int modeStart = -1;
    int levelStart = -1;
    String messageId;
    String model;
    String stopReason;
    Usage usage;
    /** Of the message, in the claude dialect; null for none. */
    ClaudeUsage claudeUsage;
    /** Of the line itself; null for none. */
    ClaudeUsage totalUsage;

    BigDecimal totalCost;
    boolean isCostGuessed;
    List<Line.Message> totals = List.of();
    Content content = Content.NONE;
    DerivedFields derived = DerivedFields.NONE;
    final PermissionFields permission = new PermissionFields();
    private int flags;
    private Attachment attachment;
    private String text;
    private Instant at;
    String session;
    private String otherSession;
    private String requestSession;
    private String forkedSession;
    private boolean inBackground;

    Draft(Bytes raw) {
        this.raw = raw;
    }

    /** Reads the object whose START_OBJECT is the current token, to its end. */
    static Draft read(JsonParser json, Bytes raw) throws IOException {
        var draft = new Draft(raw);
        for (var name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            json.nextToken();
            draft.field(name, json);
        }
        if (draft.attachment != null && draft.attachment.isTypedPrompt()) {
            draft.type = "user";
            draft.content = draft.attachment.prompt;
            draft.originKind = draft.attachment.originKind;
        }
        return draft;
    }

    boolean has(Flag flag) {
        return (flags & flag.bit()) != 0;
    }

    boolean isInjected() {
        boolean isMeta = has(Flag.META) && !UserKind.COORDINATOR.equals(originKind);
        return isMeta || has(Flag.COMPACT_SUMMARY) || has(Flag.TRANSCRIPT_ONLY);
    }

    /** Whether it is the output of a command that a person ran ({@code !}), which the model answers. */
    boolean isAnswered() {
        return "human".equals(turnOrigin) && UserKind.of(text(), null) == UserKind.LOCAL_NOISE;
    }

    /** The content's text, trimmed; decoded once. */
    String text() {
        if (text == null) {
            text = content.text(raw).strip();
        }
        return text;
    }

    /** The line's session; that of stream output has another key. */
    String session() {
        return session == null ? otherSession : session;
    }

    /**
     * The session that a fork copied the line from, or its own session for work of a session in the background,
     * which begins in the middle of a copied turn; null when the line does not say. Another {@code session_id} alone
     * says nothing: after {@code /clear}, the work of the new session has that of the session before.
     */
    String origin() {
        if (requestSession != null || forkedSession != null) {
            return requestSession == null ? forkedSession : requestSession;
        }
        return inBackground && otherSession != null && otherSession.equals(session()) ? otherSession : null;
    }

    /** The line's time, null when absent; parsed once. */
    Instant at() {
        if (at == null) {
            at = Timestamp.instant(timestamp);
        }
        return at;
    }

    /** The text that starts at a position of the record; null for none. */
    String textAt(int start) {
        return start < 0 ? null : LineParser.textAt(raw, start);
    }

    private void field(String name, JsonParser json) throws IOException {
        switch (name) {
            case "type" -> type = LenientJson.text(json);
            case "subtype" -> subtype = LenientJson.text(json);
            case "uuid" -> uuid = LenientJson.id(json);
            case "parentUuid" -> {
                parentUuid = LenientJson.id(json);
                root = parentUuid == null;
            }
            case "sessionId" -> session = LenientJson.id(json);
            case "session_id" -> otherSession = LenientJson.id(json);
            case "requestSessionId" -> requestSession = LenientJson.id(json);
            case "sessionKind" -> inBackground = "bg".equals(LenientJson.text(json));
            case "timestamp" -> timestamp = LenientJson.text(json);
            case "agentId" -> agent = LenientJson.id(json);
            case "promptId" -> promptId = LenientJson.id(json);
            case "version" -> version = LenientJson.text(json);
            case "turnOrigin" -> turnOrigin = LenientJson.text(json);
            case "cwd" -> cwd = LenientJson.text(json);
            case "slug" -> slugStart = LenientJson.textStart(json);
            case "gitBranch" -> branchStart = LenientJson.textStart(json);
            case "permissionMode" -> modeStart = LenientJson.textStart(json);
            case "parentToolUseID" -> parentToolUseId = LenientJson.id(json);
            case "parent_tool_use_id" -> sidechainOf = LenientJson.id(json);
            case "isSidechain" -> sidechain = LenientJson.isTrue(json);
            case "isMeta" -> flag(Flag.META, json);
            case "isCompactSummary" -> flag(Flag.COMPACT_SUMMARY, json);
            case "isVisibleInTranscriptOnly" -> flag(Flag.TRANSCRIPT_ONLY, json);
            case "isApiErrorMessage" -> flag(Flag.API_ERROR, json);
            case "durationMs", "duration_ms" -> durationMs = LenientJson.number(json);
            case "content" -> content = Content.read(json, raw);
            case "message" -> message(json);
            case "footfall" -> derived = DerivedFields.read(json);
            default -> nested(name, json);
        }
    }

    private void flag(Flag flag, JsonParser json) throws IOException {
        flags |= LenientJson.isTrue(json) ? flag.bit() : 0;
    }

    private void nested(String name, JsonParser json) throws IOException {
        switch (name) {
            case "attachment" -> attachment = Attachment.read(json, raw);
            case "forkedFrom" -> LenientJson.field(json, "sessionId", value -> forkedSession = LenientJson.id(value));
            case "origin" -> LenientJson.field(json, "kind", value -> originKind = LenientJson.text(value));
            case "permissionDecision" -> permission.decision(json);
            case "toolDenialKind" -> permission.denial = LenientJson.text(json);
            case "toolDenialBeforeRun" -> permission.isBeforeRun = LenientJson.isTrue(json);
            case "toolDenialAfterRun" -> permission.isAfterRun = LenientJson.isTrue(json);
            case "thinkingMetadata" ->
                LenientJson.field(json, "level", value -> levelStart = LenientJson.textStart(value));
            case "usage" -> totalUsage = ClaudeUsage.read(json);
            case "toolUseResult" -> LenientJson.field(json, "agentId", value -> resultAgent = LenientJson.id(value));
            case "totalCostUSD" -> totalCost = LenientJson.amount(json);
            case "hasUnknownModelCost" -> isCostGuessed = LenientJson.isTrue(json);
            case "modelUsage" -> totals = totals(json);
            case "data" ->
                LenientJson.fields(json, (key, value) -> {
                    switch (key) {
                        case "type" -> dataType = LenientJson.text(value);
                        case "agentId" -> dataAgent = LenientJson.id(value);
                        default -> {}
                    }
                });
            default -> json.skipChildren();
        }
    }

    private void message(JsonParser json) throws IOException {
        LenientJson.fields(json, (key, value) -> {
            switch (key) {
                case "id" -> messageId = LenientJson.id(value);
                case "model" -> model = LenientJson.id(value);
                case "stop_reason" -> stopReason = LenientJson.text(value);
                case "usage" -> claudeUsage = ClaudeUsage.read(value);
                case "content" -> content = Content.read(value, raw);
                default -> {}
            }
        });
    }

    /**
     * What Claude Code tells the model. A prompt that was typed while the agent works, and that the model gets with the
     * results of its calls, is an attachment only: it is read as a user line.
     */
    private static final class Attachment {
        private String type;
        private String mode;
        private String originKind;
        private boolean isMeta;
        private Content prompt = Content.NONE;

        static Attachment read(JsonParser json, Bytes raw) throws IOException {
            var read = new Attachment();
            LenientJson.fields(json, (name, value) -> {
                switch (name) {
                    case "type" -> read.type = LenientJson.text(value);
                    case "commandMode" -> read.mode = LenientJson.text(value);
                    case "isMeta" -> read.isMeta = LenientJson.isTrue(value);
                    case "prompt" -> read.prompt = Content.read(value, raw);
                    case "origin" -> LenientJson.field(value, "kind", kind -> read.originKind = LenientJson.text(kind));
                    default -> {}
                }
            });
            return read;
        }

        boolean isTypedPrompt() {
            return "queued_command".equals(type)
                    && "prompt".equals(mode)
                    && !isMeta
                    && (originKind == null || originKind.equals("human"));
        }
    }

    /** Sums by model, of the first models. */
    private static List<Line.Message> totals(JsonParser json) throws IOException {
        var totals = new ArrayList<Line.Message>(1);
        LenientJson.fields(json, (model, value) -> {
            if (totals.size() < TOTALS_MAX && value.isExpectedStartObjectToken()) {
                totals.add(new Line.Message(null, Ids.bounded(model), null, total(value)));
            } else {
                value.skipChildren();
            }
        });
        return totals;
    }

    private static Usage total(JsonParser json) throws IOException {
        var counts = new long[6];
        LenientJson.fields(json, (key, value) -> {
            switch (key) {
                case "inputTokens" -> counts[0] = LenientJson.number(value);
                case "outputTokens" -> counts[1] = LenientJson.number(value);
                case "cacheCreationInputTokens" -> counts[2] = LenientJson.number(value);
                case "cacheCreationEphemeral1hInputTokens" -> counts[3] = LenientJson.number(value);
                case "cacheReadInputTokens" -> counts[4] = LenientJson.number(value);
                case "webSearchRequests" -> counts[5] = LenientJson.number(value);
                default -> value.skipChildren();
            }
        });
        long hourWrites = Math.min(counts[2], counts[3]);
        return new Usage(counts[0], counts[1], counts[2], hourWrites, counts[4], counts[5], false);
    }
}
