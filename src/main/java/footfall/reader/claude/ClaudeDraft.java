package footfall.reader.claude;

import footfall.line.*;
import footfall.line.UserTextKind;
import footfall.scan.JsonScanner;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** A line of Claude Code. A prompt that is only an attachment is read as a user line. */
final class ClaudeDraft extends Draft {
    private static final int TOTALS_MAX = 50;

    boolean root;
    String originKind;
    String turnOrigin;
    String sidechainOf;
    String dataType;
    String dataAgent;
    String resultAgent;
    boolean sidechain;
    boolean runsInBackground;
    String messageId;
    String stopReason;
    /** Of the message; null for none. */
    ClaudeUsage claudeUsage;
    /** Of the line itself; null for none. */
    ClaudeUsage totalUsage;

    BigDecimal totalCost;
    boolean isCostGuessed;
    List<Line.Message> totals = List.of();
    private boolean isUpdate;
    private Changes patch;
    final PermissionFields permission = new PermissionFields();
    private Attachment attachment;
    private String otherSession;
    private String requestSession;
    private String forkedSession;
    private boolean inBackground;

    private ClaudeDraft(Bytes raw) {
        super(raw);
    }

    /** Reads the object that is the current value. */
    static ClaudeDraft read(JsonScanner json, Bytes raw) {
        var draft = new ClaudeDraft(raw);
        for (json.fields(); json.nextField(); ) {
            draft.field(json.name(), json);
        }
        if (draft.attachment != null && draft.attachment.isTypedPrompt()) {
            draft.type = "user";
            draft.content = draft.attachment.prompt;
            draft.originKind = draft.attachment.originKind;
        }
        return draft;
    }

    /** The call that a notification says to have ended; of one that the agent reads while it works, too. */
    ToolResult ended() {
        boolean isRead = attachment != null && "task-notification".equals(attachment.mode);
        return TaskNotification.ended(isRead ? attachment.prompt.text(raw).strip() : text());
    }

    @Override
    public UserTextKind says() {
        return ClaudeText.says(text());
    }

    boolean isInjected() {
        boolean isMeta = has(Flag.META) && !ClaudeText.COORDINATOR.equals(originKind);
        return isMeta || has(Flag.COMPACT_SUMMARY) || has(Flag.TRANSCRIPT_ONLY);
    }

    /** Whether it is the output of a command that a person ran ({@code !}), which the model answers. */
    boolean isAnswered() {
        return "human".equals(turnOrigin) && ClaudeText.of(text(), null) == ClaudeText.LOCAL_NOISE;
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

    private void field(String name, JsonScanner json) {
        switch (name) {
            case "type" -> type = json.word();
            case "subtype" -> subtype = json.word();
            case "uuid" -> uuid = json.id();
            case "parentUuid" -> {
                parentUuid = json.id();
                root = parentUuid == null;
            }
            case "sessionId" -> session = json.id();
            case "session_id" -> otherSession = json.id();
            case "requestSessionId" -> requestSession = json.id();
            case "sessionKind" -> inBackground = "bg".equals(json.text());
            case "timestamp" -> timestamp = json.text();
            case "agentId" -> agent = json.id();
            case "promptId" -> promptId = json.id();
            case "version" -> version = json.word();
            case "turnOrigin" -> turnOrigin = json.text();
            case "cwd" -> cwd = json.text();
            case "slug" -> slugStart = json.textStart();
            case "gitBranch" -> branchStart = json.textStart();
            case "permissionMode" -> modeStart = json.textStart();
            case "parentToolUseID" -> parentToolUseId = json.id();
            case "parent_tool_use_id" -> sidechainOf = json.id();
            case "isSidechain" -> sidechain = json.isTrue();
            case "isMeta" -> flag(Flag.META, json);
            case "isCompactSummary" -> flag(Flag.COMPACT_SUMMARY, json);
            case "isVisibleInTranscriptOnly" -> flag(Flag.TRANSCRIPT_ONLY, json);
            case "isApiErrorMessage" -> flag(Flag.API_ERROR, json);
            case "durationMs", "duration_ms" -> durationMs = json.count();
            case "content" -> content = Content.read(json);
            case "message" -> message(json);
            default -> nested(name, json);
        }
    }

    private void flag(Flag flag, JsonScanner json) {
        if (json.isTrue()) {
            set(flag);
        }
    }

    private void nested(String name, JsonScanner json) {
        switch (name) {
            case "attachment" -> attachment = Attachment.read(json);
            case "forkedFrom" -> forkedSession = json.in("sessionId").id();
            case "origin" -> originKind = json.in("kind").text();
            case "permissionDecision" -> permission.decision(json);
            case "toolDenialKind" -> permission.denial = json.text();
            case "toolDenialBeforeRun" -> permission.isBeforeRun = json.isTrue();
            case "toolDenialAfterRun" -> permission.isAfterRun = json.isTrue();
            case "thinkingMetadata" -> levelStart = json.in("level").textStart();
            case "usage" -> totalUsage = ClaudeUsage.read(json);
            case "toolUseResult" -> {
                for (json.fields(); json.nextField(); ) {
                    switch (json.name()) {
                        case "agentId", "runId" -> resultAgent = json.id();
                        case "backgroundTaskId" -> runsInBackground |= json.id() != null;
                        case "isAsync" -> runsInBackground |= json.isTrue();
                        case "type" -> isUpdate = "update".equals(json.text());
                        case "structuredPatch" -> patch = patch(json);
                        default -> {}
                    }
                }
            }
            case "totalCostUSD" -> totalCost = json.amount();
            case "hasUnknownModelCost" -> isCostGuessed = json.isTrue();
            case "modelUsage" -> totals = totals(json);
            case "data" -> {
                for (json.fields(); json.nextField(); ) {
                    switch (json.name()) {
                        case "type" -> dataType = json.word();
                        case "agentId" -> dataAgent = json.id();
                        default -> {}
                    }
                }
            }
            default -> {}
        }
    }

    private void message(JsonScanner json) {
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "id" -> messageId = json.id();
                case "model" -> model = json.id();
                case "stop_reason" -> stopReason = json.word();
                case "usage" -> claudeUsage = ClaudeUsage.read(json);
                case "content" -> content = Content.read(json);
                default -> {}
            }
        }
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

        static Attachment read(JsonScanner json) {
            var read = new Attachment();
            for (json.fields(); json.nextField(); ) {
                switch (json.name()) {
                    case "type" -> read.type = json.text();
                    case "commandMode" -> read.mode = json.text();
                    case "isMeta" -> read.isMeta = json.isTrue();
                    case "prompt" -> read.prompt = Content.read(json);
                    case "origin" -> read.originKind = json.in("kind").text();
                    default -> {}
                }
            }
            return read;
        }

        boolean isTypedPrompt() {
            return "queued_command".equals(type)
                    && "prompt".equals(mode)
                    && !isMeta
                    && (originKind == null || originKind.equals("human"));
        }
    }

    /** The lines that the only result changed; null where it does not say them, as of a new file. */
    Changes changes() {
        return patch == null && isUpdate ? Changes.ofLines(0L, 0L) : patch;
    }

    /** The lines of hunks by their first character; null without a hunk. */
    private Changes patch(JsonScanner json) {
        Changes sum = null;
        if (json.isList()) {
            for (json.elements(); json.nextElement(); ) {
                sum = Changes.sum(sum, hunk(json));
            }
        }
        return sum;
    }

    private Changes hunk(JsonScanner json) {
        var signs = new long[2];
        for (json.fields(); json.nextField(); ) {
            if (json.name().equals("lines") && json.isList()) {
                for (json.elements(); json.nextElement(); ) {
                    int sign = json.isText() ? "+-".indexOf(raw.array()[raw.from() + json.start() + 1]) : -1;
                    if (sign >= 0) {
                        signs[sign]++;
                    }
                }
            }
        }
        return Changes.ofLines(signs[0], signs[1]);
    }

    /** Sums by model, of the first models. */
    private static List<Line.Message> totals(JsonScanner json) {
        var totals = new ArrayList<Line.Message>(1);
        for (json.fields(); json.nextField(); ) {
            if (totals.size() < TOTALS_MAX && json.isObject()) {
                var model = Ids.bounded(json.name());
                totals.add(new Line.Message(null, model, null, total(json)));
            }
        }
        return totals;
    }

    private static Usage total(JsonScanner json) {
        var counts = new long[6];
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "inputTokens" -> counts[0] = json.count();
                case "outputTokens" -> counts[1] = json.count();
                case "cacheCreationInputTokens" -> counts[2] = json.count();
                case "cacheCreationEphemeral1hInputTokens" -> counts[3] = json.count();
                case "cacheReadInputTokens" -> counts[4] = json.count();
                case "webSearchRequests" -> counts[5] = json.count();
                default -> {}
            }
        }
        long hourWrites = Math.min(counts[2], counts[3]);
        return new Usage(counts[0], counts[1], counts[2], hourWrites, counts[4], counts[5], false);
    }
}
