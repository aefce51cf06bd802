package footfall.desire;

import footfall.line.Intent;
import footfall.loop.Level;
import footfall.loop.LoopName;
import footfall.pattern.RecurringLoop;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Advice on loops, from a table by the intents of the cycle. At level {@code tool} a shell's intent is {@code shell},
 * as its commands differ. {@code {edit}} stands for the first tool of that intent in the cycle.
 */
final class LoopAdvice {
    private static final String MCP = "mcp:";
    private static final Pattern PLACE = Pattern.compile("\\{([a-z]+)}");

    /** Applies when the cycle has all of its intents; one with a single intent only if the cycle has no other. */
    private record Row(Set<String> intents, String onOneFile, String otherwise) {
        static Row of(String line) {
            var cells = line.split("\\s*\\|\\s*");
            return new Row(Set.of(cells[0].split(" ")), cells[1], cells[cells.length - 1]);
        }
    }

    /** Intents and advice; with two advices, the first is for loops on one file. The first row that applies decides. */
    private static final List<Row> TABLE = """
            edit read | let {edit} return the lines around its change \
            | let {read} return several files at once, and {edit} change several
            edit search | let {edit} replace all matches of a pattern, in several files
            read search | let {search} return the content that {read} asks for next
            edit shell | let {edit} run the checks of the changed file and return their errors
            edit test | let one call apply the change and run the tests that cover it
            edit build | let {edit} return the errors of the build or linter in the changed file
            edit run | let one call apply the change and run the command that checks it
            edit git | let {edit} return the diff of its change
            edit files | let {edit} create, move and delete files too
            edit web | let {edit} accept the address of the content to insert
            edit plan | let {plan} be updated when the work of an item is done, without a call
            read shell | let {shell} return the content that {read} asks for next
            read test | let the test report show the source lines around each failure
            read build | let the build report show the source lines around each error
            git read | let git return the content that {read} asks for next
            read web | let {web} return the content itself, and not only links to it
            search shell | let {search} do what agents use the shell for, such as listing and counting files
            search test | let the test report name the file and line of each failure
            search build | let the build report name the file and line of each error
            search git | let one command search the files and their history
            search web | let {web} return the passages that match, and not only titles
            build test | let the test command build what it needs
            git test | let a commit hook run the tests
            git build | let a commit hook run the build and the linter
            forge git | let one command push the branch and update its pull request
            forge wait | let one command wait until the checks of a pull request have ended
            ops wait | let the command wait until the service is ready
            run wait | let the command return when its work is done
            shell wait | let {shell} return when the command has ended
            delegate wait | let {delegate} return the result when the agent has ended
            delegate plan | let {delegate} update the plan when it starts and ends an agent
            delegate read | let {delegate} return the results themselves, and not only where they are
            delegate shell | let {delegate} return the results that the shell is used to collect
            plan shell | let {plan} accept several updates at once
            plan read | let {plan} accept several updates at once
            ask plan | let {plan} contain the open questions, so that one call asks them all
            browse shell | let the browser's tools report errors of the page and its console
            browse edit | let the page reload after an edit, and return its errors
            net shell | let one command fetch the data and filter it
            web shell | let {web} save and filter what it fetches
            edit | let {edit} accept several changes to a file in one call \
            | let {edit} change several files in one call
            read | let {read} return more of the file in one call | let {read} return several files in one call
            search | let {search} accept several patterns in one call
            shell | provide one script for the commands that recur; the loops of level intent name them
            plan | let {plan} accept several updates in one call
            web | let {web} accept several addresses or queries in one call
            browse | let one call do several actions in the browser and return the resulting page
            delegate | let {delegate} start several agents in one call and wait for all of them
            wait | let {wait} return when the work has ended, so that agents need not poll
            ask | let {ask} ask all questions in one call
            skill | let one skill contain what agents load together
            git | provide one command that returns the status, the diff and the latest commits together
            forge | provide one command that returns a pull request with its checks and comments
            test | let one run execute all selected tests and report all failures
            build | let one run report all errors, and correct what it can
            run | provide one script for the commands that recur
            files | provide one command for all the files
            net | provide one command that makes all the requests
            ops | provide one command that returns the state of the service and its latest logs
            """.lines().map(Row::of).toList();

    private static final String UNNAMED = "a tool without a name";

    private final Level level;
    private final boolean isOnOneFile;
    private final List<String> cycle;
    /** The first activity of each intent. */
    private final Map<String, String> byIntent = new LinkedHashMap<>();

    private LoopAdvice(RecurringLoop loop) {
        level = loop.level();
        isOnOneFile = 2 * loop.oneTarget() >= loop.occurrences();
        cycle = LoopName.activities(loop.name()).stream()
                .map(one -> one.isEmpty() ? UNNAMED : one)
                .toList();
        cycle.forEach(one -> byIntent.putIfAbsent(level == Level.TOOL ? Intent.of(one) : one, one));
    }

    static String of(RecurringLoop loop) {
        var advice = new LoopAdvice(loop);
        var times = mean(loop.rounds(), loop.occurrences())
                + (advice.cycle.size() == 1 ? " times in a row on average" : " rounds on average");
        return advice.activities() + (advice.cycle.size() == 1 && !advice.isOnOneFile ? " " : ", ") + times + ": "
                + advice.remedy() + ".";
    }

    private String activities() {
        int last = cycle.size() - 1;
        var names = last == 0 ? cycle.get(0) : String.join(", ", cycle.subList(0, last)) + " then " + cycle.get(last);
        var first = level == Level.TOOL || names.startsWith(MCP)
                ? names
                : names.substring(0, 1).toUpperCase(Locale.ROOT) + names.substring(1);
        return first + (isOnOneFile ? " on the same file" : "");
    }

    private String remedy() {
        var row = TABLE.stream()
                .filter(one -> byIntent.keySet().containsAll(one.intents))
                .filter(one -> one.intents.size() > 1 || byIntent.size() == 1)
                .findFirst();
        if (row.isPresent()) {
            var text = isOnOneFile ? row.get().onOneFile : row.get().otherwise;
            return PLACE.matcher(text).replaceAll(place -> Matcher.quoteReplacement(tool(place.group(1))));
        }
        var servers =
                byIntent.keySet().stream().filter(one -> one.startsWith(MCP)).toList();
        if (byIntent.size() == 1 && servers.size() == 1) {
            return "let a tool of the MCP server " + servers.get(0).substring(MCP.length())
                    + " accept several items, or return what the next call asks for";
        }
        return cycle.size() == 1
                ? "let one call of " + tool(byIntent.keySet().iterator().next()) + " do the work of several"
                : "provide one call that does the work of a round";
    }

    private String tool(String intent) {
        return level == Level.TOOL ? byIntent.get(intent) : "the " + intent + " tool";
    }

    static String mean(long sum, long count) {
        return BigDecimal.valueOf(sum)
                .divide(BigDecimal.valueOf(count), 1, RoundingMode.HALF_UP)
                .toPlainString();
    }
}
