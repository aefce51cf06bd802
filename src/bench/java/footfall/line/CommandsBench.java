package footfall.line;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which share of the calls of shells in transcripts, JSON or a line of it each, has a program and a verb of the closed
 * lists of {@link CommandName}, and which first and second words are most frequent beside them. Prints content.
 */
final class CommandsBench {
    private static final int WORDS_MAX = 60;
    private static final String WORD = "[a-z][a-z0-9.:_-]*";

    private final ObjectMapper json = new ObjectMapper();
    private final Set<String> seen = new HashSet<>();
    private final Map<String, Integer> programs = new HashMap<>();
    private final Map<String, Integer> verbs = new HashMap<>();
    private int calls;
    private int named;
    private int withVerb;
    private int verbNamed;

    private CommandsBench() {}

    public static void main(String[] folders) throws IOException {
        var bench = new CommandsBench();
        for (var folder : folders) {
            try (var files = Files.walk(Path.of(folder))) {
                for (var file : files.filter(one -> one.toString().matches(".*\\.jsonl?"))
                        .sorted()
                        .toList()) {
                    bench.read(file);
                }
            }
        }
        bench.print();
    }

    private void read(Path file) throws IOException {
        var text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        for (var part :
                file.toString().endsWith(".json") ? List.of(text) : text.lines().toList()) {
            try {
                walk(json.readTree(part));
            } catch (IOException notJson) {
                continue; // As readers do.
            }
        }
    }

    private void walk(JsonNode node) throws IOException {
        var tool = text(node, "name", "toolName", "tool");
        var input = first(node, "input", "arguments", "args");
        if (tool != null && Shell.runs(tool) && input != null) {
            var fields = input.isTextual() ? json.readTree(input.asText()) : input;
            var command = first(fields, "command", "cmd");
            var id = text(node, "id", "call_id", "toolCallId");
            if (command != null && (id == null || seen.add(id))) {
                count(command.isArray() ? command.path(command.size() - 1).asText() : command.asText());
            }
        }
        for (var child : node) {
            walk(child);
        }
    }

    private static JsonNode first(JsonNode node, String... names) {
        for (var name : names) {
            if (node.hasNonNull(name)) {
                return node.get(name);
            }
        }
        return null;
    }

    private static String text(JsonNode node, String... names) {
        var found = first(node, names);
        return found == null || !found.isTextual() ? null : found.asText();
    }

    private void count(String command) {
        var words = CommandIntent.decisive(new CommandWords(command));
        if (words == null) {
            return;
        }
        calls++;
        var name = CommandName.of(words);
        var program = CommandIntent.baseName(words.get(0));
        if (name == null) {
            programs.merge(program, 1, Integer::sum);
            return;
        }
        named++;
        var second = words.size() > 1 ? words.get(1) : "";
        if (CommandName.hasVerbs(name.split(" ")[0]) && (name.contains(" ") || second.matches(WORD))) {
            withVerb++;
            if (name.contains(" ")) {
                verbNamed++;
            } else {
                verbs.merge(name + " " + second, 1, Integer::sum);
            }
        }
    }

    private void print() {
        System.out.printf(
                "%,d calls: program named %.1f %%; of %,d with a verb, verb named %.1f %%; %d words%n",
                calls,
                100.0 * named / calls,
                withVerb,
                100.0 * verbNamed / withVerb,
                CommandName.words().size());
        print("programs", programs);
        print("verbs", verbs);
    }

    private static void print(String what, Map<String, Integer> counts) {
        System.out.println(counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(WORDS_MAX)
                .map(one -> one.getKey() + " " + one.getValue())
                .collect(Collectors.joining(", ", what + " beside the list: ", "")));
    }
}
