package footfall.cli;

import footfall.line.Dialect;
import footfall.line.Dialects;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code --agent}: only transcripts of one agent's product. */
final class AgentOption {
    @Option(
            names = "--agent",
            paramLabel = "WORD",
            converter = Words.class,
            completionCandidates = Words.class,
            description = "Only transcripts of one agent, such as claude or codex. For an unknown word, the error "
                    + "lists all.")
    private String word;

    /** The words of all dialects. */
    static final class Words implements ITypeConverter<String>, Iterable<String> {
        static final List<String> ALL =
                Dialects.all().stream().map(Dialect::word).toList();

        @Override
        public String convert(String word) {
            if (!ALL.contains(word)) {
                throw new TypeConversionException("'" + word + "'; expected one of " + String.join(", ", ALL));
            }
            return word;
        }

        @Override
        public Iterator<String> iterator() {
            return ALL.iterator();
        }
    }

    /** Null when the option is absent. */
    String word() {
        return word;
    }
}
