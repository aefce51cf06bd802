package footfall.cli;

/** A command that asks local transcripts, too. */
interface ReadsFiles {
    /** What it cannot ask files for with the options given, and why, as a message; null when it can. */
    String notOfFiles();
}
