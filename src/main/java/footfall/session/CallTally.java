package footfall.session;

import footfall.call.CallDetail;
import footfall.call.Counts;
import footfall.call.Words;
import footfall.line.BashCategory;
import footfall.line.FileExtension;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The calls of one agent, by tool, extension, path and command. */
final class CallTally {
    private static final int NAMES_MAX = 10_000;
    private static final int COMMANDS_SHOWN = 50;

    private final Counts tools = new Counts(NAMES_MAX);
    private final Counts extensions = new Counts(NAMES_MAX);
    private final Counts categories = new Counts(NAMES_MAX);
    private final Counts commands;
    private final Map<String, BashCategory> categoryOf = new HashMap<>();
    private final Map<String, Counts> paths = new LinkedHashMap<>();
    private final int pathsMax;
    private long pathsOmitted;

    CallTally(ReportLimits limits) {
        this.commands = new Counts(limits.commandsMax());
        this.pathsMax = limits.pathsMax();
    }

    void add(CallDetail call) {
        tools.add(call.tool());
        if (call.path() != null) {
            extensions.add(FileExtension.of(call.path()));
            touch(call.path(), call.tool());
        }
        if (call.category() != null) {
            categories.add(call.category().label());
        }
        if (call.command() != null) {
            long omitted = commands.omitted();
            commands.add(call.command());
            if (commands.omitted() == omitted) {
                categoryOf.putIfAbsent(call.command(), call.category());
            }
        }
    }

    /** Of a call on no file and without a command line. */
    void remove(CallDetail call) {
        tools.remove(call.tool());
    }

    private void touch(String path, String tool) {
        var counts = paths.get(path);
        if (counts == null && paths.size() >= pathsMax) {
            pathsOmitted++;
            return;
        } else if (counts == null) {
            counts = new Counts(NAMES_MAX);
            paths.put(path, counts);
        }
        counts.add(tool);
    }

    long total() {
        return tools.total();
    }

    Map<String, Long> tools() {
        return tools.ranked();
    }

    Map<String, Long> extensions() {
        return extensions.ranked();
    }

    Map<String, Long> categories() {
        return categories.ranked();
    }

    /** In the order of first use. */
    Map<String, Map<String, Long>> paths() {
        var all = new LinkedHashMap<String, Map<String, Long>>();
        paths.forEach((path, counts) -> all.put(path, counts.ranked()));
        return all;
    }

    List<SessionReport.BashCommand> commands() {
        return commands.ranked(COMMANDS_SHOWN).entrySet().stream()
                .map(entry -> new SessionReport.BashCommand(
                        Words.cut(entry.getKey(), CallDetail.COMMAND_MAX),
                        Words.first(entry.getKey()),
                        entry.getValue(),
                        categoryOf.get(entry.getKey())))
                .toList();
    }

    long pathsOmitted() {
        return pathsOmitted;
    }

    long commandsOmitted() {
        return commands.omitted();
    }
}
