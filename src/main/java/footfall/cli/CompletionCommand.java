package footfall.cli;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "completion",
        description = "Print a script that completes footfall's commands and options in bash or zsh.",
        footer = {
            "  source <(footfall completion bash)                       for this shell",
            "  footfall completion bash > ~/.local/share/bash-completion/completions/footfall",
            "  source <(footfall completion zsh)                        in ~/.zshrc, after compinit"
        })
final class CompletionCommand extends ConsoleCommand {
    private static final String ZSH = "zsh";
    private static final String LAYER = """
      autoload -U +X compinit && compinit
      autoload -U +X bashcompinit && bashcompinit
      """;

    @Parameters(
            index = "0",
            paramLabel = "SHELL",
            completionCandidates = Shells.class,
            description = "${COMPLETION-CANDIDATES}.")
    private String shell;

    static final class Shells implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("bash", ZSH).iterator();
        }
    }

    @Override
    public Integer call() throws IOException {
        if (!List.of("bash", ZSH).contains(shell)) {
            throw usage("invalid shell \"" + shell + "\"; expected bash or zsh");
        }
        // Both use picocli's script; zsh loads it with bashcompinit.
        var script = AutoComplete.bash("footfall", Main.whole(console));
        try (var out = console.writer()) {
            out.write(shell.equals(ZSH) ? LAYER + script : script);
        }
        return ExitCodes.OK;
    }
}
