package footfall.line;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The content of an accepted line beyond its {@link Line}: flags, the shape of its content, and its texts.
 * Valid only as long as the underlying bytes. Contains transcript content: only for the redactor and readers
 * of local files.
 */
public final class LineDetails {
    private static final Set<String> KINDS = Set.of("text", "thinking", "image", "tool_use", "tool_result");

    private final Dialect dialect;
    private final Draft draft;

    public LineDetails(Dialect dialect, Draft draft) {
        this.dialect = dialect;
        this.draft = draft;
    }

    public Dialect dialect() {
        return dialect;
    }

    public Draft draft() {
        return draft;
    }

    /** The line's {@code type}; null when absent. */
    public String type() {
        return draft.type;
    }

    /** In a qbit event about a subagent: the agent's ID, bounded; else null. */
    public String agentId() {
        return Ids.boundedOrNull(draft.agent);
    }

    /** The JSON of the line, not copied; further objects of the same line may follow. */
    public Bytes json() {
        return draft.raw;
    }

    public boolean has(Flag flag) {
        return draft.has(flag);
    }

    /** The content's text, trimmed: the string, or the text blocks joined by a newline. */
    public String text() {
        return draft.text();
    }

    /** What the text counts as in reports on sessions. */
    public UserTextKind says() {
        return draft.says();
    }

    /** The full working directory; null when absent. */
    public String cwd() {
        return draft.cwd;
    }

    public String slug() {
        return draft.textAt(draft.slugStart);
    }

    public String gitBranch() {
        return draft.textAt(draft.branchStart);
    }

    public String permissionMode() {
        return draft.textAt(draft.modeStart);
    }

    /** The {@code level} of the line's {@code thinkingMetadata}; null when absent. */
    public String thinkingLevel() {
        return draft.textAt(draft.levelStart);
    }

    /** The faults of invalid blocks, in order. */
    public List<String> oddBlocks() {
        var odd = new ArrayList<String>();
        for (var block : draft.content.blocks()) {
            if (block.type == null) {
                odd.add("a block without a type");
            } else if ("tool_use".equals(block.type) && block.name == null) {
                odd.add("a tool_use without a name");
            } else if (!KINDS.contains(block.type)) {
                odd.add("a block of the unknown type " + Ids.bounded(block.type));
            }
        }
        return odd;
    }

    /** The blocks of known kinds in order; of calls and results, those that the line contains. */
    public List<Part> parts() {
        var parts = new ArrayList<Part>(draft.content.blocks().size());
        for (var block : draft.content.blocks()) {
            boolean isNamed = !"tool_use".equals(block.type) || block.name != null;
            if (block.type != null && KINDS.contains(block.type) && isNamed) {
                parts.add(new Part(block, draft.raw));
            }
        }
        return parts;
    }

    /** One block of the content. */
    public static final class Part {
        private final Block block;
        private final Bytes raw;

        private Part(Block block, Bytes raw) {
            this.block = block;
            this.raw = raw;
        }

        /** {@code text}, {@code thinking}, {@code image}, {@code tool_use} or {@code tool_result}. */
        public String kind() {
            return block.type;
        }

        /** The tool that a call names, and in qbit also a result; bounded; null when absent. */
        public String tool() {
            return Ids.boundedOrNull(block.name);
        }

        /** The JSON of a result's content, not copied; null when absent. */
        public Bytes content() {
            return block.contentStart < 0 ? null : block.content(raw);
        }

        /**
         * The JSON of a call's input, not copied, or of the one that a qbit result repeats; null when absent.
         */
        public Bytes input() {
            return block.inputStart < 0 ? null : block.input(raw);
        }

        /** The offset of that input in the line's object, in bytes; -1 when absent. */
        public int inputStart() {
            return block.inputStart;
        }

        /** The first code points of {@link #inputJson()}. */
        public String inputJson(int charsMax) {
            return block.inputStart < 0 ? "" : LenientJson.beginning(unwrapped(), charsMax);
        }

        /** The JSON of a call's input, unchanged; of one in a text, what the text contains. Empty when absent. */
        public String inputJson() {
            return block.inputStart < 0 ? "" : unwrapped().toString();
        }

        private Bytes unwrapped() {
            var object = LenientJson.objectIn(input());
            return object == null ? input() : object;
        }

        /**
         * The fields of a call's input in order: strings decoded, other values as JSON. A text that is no
         * object is the field {@code input}.
         */
        public Map<String, String> inputFields() {
            if (block.inputStart < 0) {
                return Map.of();
            }
            return block.inputField == null
                    ? LenientJson.fieldsOf(input())
                    : Map.of(block.inputField, LenientJson.textOf(input()));
        }
    }
}
