package footfall.line;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The words of one agent: its tools, the fields of their inputs, and the texts by which it says that a call failed. A
 * step names its tool but no agent, so a word means the same for all agents that have it.
 */
public interface AgentWords {
    /** What tools are for: on each line an {@link Intent}, a colon, and the tools that have it. */
    default String intents() {
        return "";
    }

    /** Tools of which each call is one command line. */
    default Set<String> commandTools() {
        return Set.of();
    }

    /** Further tools of a shell: with inputs of other forms, and those that read or poll a running command. */
    default Set<String> shellTools() {
        return Set.of();
    }

    /** Fields of a shell's input that are its command, where there is no {@code command}. */
    default Set<String> commandFields() {
        return Set.of();
    }

    /** For tools of a shell, the field whose object has the {@code command}. */
    default Map<String, String> commandObjects() {
        return Map.of();
    }

    /** Tools that run a subagent. */
    default Set<String> agentTools() {
        return Set.of();
    }

    /** How the names of tools begin that run a subagent, each of which names it. */
    default Set<String> agentToolStarts() {
        return Set.of();
    }

    /** Fields of an input that name the type of a subagent. */
    default Set<String> agentTypeFields() {
        return Set.of();
    }

    /** Tools on one file, whose extension reports show, whatever the field of its path is. */
    default Set<String> fileTools() {
        return Set.of();
    }

    /** Fields of an input that name a file; the first counts. */
    default List<String> pathFields() {
        return List.of();
    }

    /** Fields of an input that say that only a part of the file is read. */
    default Set<String> partFields() {
        return Set.of();
    }

    /** How the result of a call begins whose tool the agent does not have: regular expressions. */
    default List<String> noSuchTool() {
        return List.of();
    }

    /** How the result of a call begins whose input is not as the tool wants it: regular expressions. */
    default List<String> invalidInput() {
        return List.of();
    }

    /** How the result begins of a search that found nothing or a command that printed nothing: regular expressions. */
    default List<String> nothing() {
        return List.of();
    }

    /** Phrases in the text of a failed call that decide its category. */
    default Map<ErrorCategory, List<String>> failures() {
        return Map.of();
    }

    /** Texts of calls that were not allowed to run, or not to end; the first that fits counts. */
    default List<Refusal> refusals() {
        return List.of();
    }
}
