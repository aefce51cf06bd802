package footfall.cli;

/** The command failed; the message names the cause and the remedy. Exit code 1. */
final class CommandFailed extends Exception {
    private static final long serialVersionUID = 1;

    CommandFailed(String message) {
        super(message);
    }
}
