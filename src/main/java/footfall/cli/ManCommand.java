package footfall.cli;

import footfall.report.FailureReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Parameters;

/** {@code footfall man}. */
@Command(
        name = "man",
        description = "Write manual pages for all commands.",
        footer = {
            "  footfall man ~/.local/share/man/man1     write footfall.1, footfall-up.1, ...",
            "  man footfall-up                          read one of them"
        })
final class ManCommand extends ConsoleCommand {
    /** The text width on a terminal of 80 columns, with the margin of {@code man}. */
    private static final int SYNOPSIS_WIDTH = 72;

    @Parameters(index = "0", paramLabel = "DIR", description = "Folder to write the pages to.")
    private Path folder;

    ManCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws CommandFailed {
        var pages = ManPage.all(
                Main.whole(console).setUsageHelpWidth(SYNOPSIS_WIDTH).setHelpFactory(Help::new));
        try {
            Files.createDirectories(folder);
            for (var page : pages) {
                Files.writeString(folder.resolve(page.name()), page.text());
            }
        } catch (IOException why) {
            throw new CommandFailed("cannot write manual pages to " + folder + ": " + FailureReason.of(why)
                    + "; choose another folder");
        }
        console.say("wrote " + pages.size() + " pages to " + folder);
        return ExitCodes.OK;
    }
}
