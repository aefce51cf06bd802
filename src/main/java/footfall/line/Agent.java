package footfall.line;

/**
 * An agent. One that has transcripts is a {@link Dialect}. A new agent is one package and one line in the
 * resource {@code agents}.
 */
public interface Agent {
    /** The name in headers, file ids and answers; lower case, without a slash. */
    String word();

    /** What the names of its tools, and the texts that it writes itself, mean. */
    default AgentWords words() {
        return new AgentWords() {};
    }
}
