package footfall.line;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The registry of agents: those that the resource {@code agents} lists, in its order, and the words of all. */
final class Agents {
    private static final List<Agent> ALL = listed("agents");

    /** The intent of each tool. */
    static final Map<String, String> INTENTS = all(words -> IntentWords.read(words.intents()));

    static final Set<String> COMMAND_TOOLS = set(AgentWords::commandTools);
    static final Set<String> SHELL_TOOLS = set(AgentWords::shellTools);
    static final Set<String> COMMAND_FIELDS = set(AgentWords::commandFields);
    static final Map<String, String> COMMAND_OBJECTS = all(AgentWords::commandObjects);
    static final Set<String> AGENT_TOOLS = set(AgentWords::agentTools);
    static final Set<String> AGENT_TOOL_STARTS = set(AgentWords::agentToolStarts);
    static final Set<String> AGENT_TYPE_FIELDS = set(AgentWords::agentTypeFields);
    static final Set<String> FILE_TOOLS = set(AgentWords::fileTools);
    static final List<String> PATH_FIELDS = words(AgentWords::pathFields).toList();
    static final Set<String> PART_FIELDS = set(AgentWords::partFields);
    static final Pattern NO_SUCH_TOOL = anyOf(AgentWords::noSuchTool);
    static final Pattern INVALID_INPUT = anyOf(AgentWords::invalidInput);
    static final Pattern NOTHING = anyOf(AgentWords::nothing);
    static final List<Refusal> REFUSALS =
            ALL.stream().flatMap(agent -> agent.words().refusals().stream()).toList();

    private Agents() {}

    static List<Agent> all() {
        return ALL;
    }

    /** Not by a {@link java.util.ServiceLoader}: it opens every jar of the class path, a tenth of a short answer. */
    static List<Agent> listed(String resource) {
        try (var list = Agents.class.getResourceAsStream(resource)) {
            if (list == null) {
                throw new IOException("no " + resource);
            }
            var agents = new ArrayList<Agent>();
            for (var name : new String(list.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                agents.add((Agent) Class.forName(name).getConstructor().newInstance());
            }
            return List.copyOf(agents);
        } catch (IOException | ReflectiveOperationException incomplete) {
            throw new IllegalStateException("the list of agents in the jar is damaged", incomplete);
        }
    }

    /** The phrases of all agents that give this category. */
    static Stream<String> failures(ErrorCategory category) {
        return words(words -> words.failures().getOrDefault(category, List.of()));
    }

    private static Map<String, String> all(Function<AgentWords, Map<String, String>> kind) {
        var all = new HashMap<String, String>();
        ALL.forEach(agent -> all.putAll(kind.apply(agent.words())));
        return Map.copyOf(all);
    }

    private static Stream<String> words(Function<AgentWords, Collection<String>> kind) {
        return ALL.stream().flatMap(agent -> kind.apply(agent.words()).stream()).distinct();
    }

    private static Set<String> set(Function<AgentWords, Collection<String>> kind) {
        return words(kind).collect(Collectors.toUnmodifiableSet());
    }

    private static Pattern anyOf(Function<AgentWords, Collection<String>> kind) {
        return Pattern.compile(words(kind).collect(Collectors.joining("|")));
    }
}
