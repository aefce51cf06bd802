package footfall.cli;

import picocli.CommandLine.Model.CommandSpec;

/** A command that asks local transcripts, too. */
interface ReadsFiles {
    /** What it cannot ask files for with the options given, and why, as a message; null when it can. */
    String notOfFiles();

    /** Whether a command, with the options given, can ask files instead of a processor. */
    static boolean isDoneBy(CommandSpec command) {
        return command.optionsMap().containsKey(FromOption.NAME)
                && !(command.userObject() instanceof ReadsFiles one && one.notOfFiles() != null);
    }
}
