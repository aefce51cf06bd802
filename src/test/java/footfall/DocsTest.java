package footfall;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.cli.Typed;
import footfall.testkit.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every page that a page points at is there, every command that the README shows can be typed, and the
 * guarantees are those that the packages name.
 */
class DocsTest {
    private static final Path README = Path.of("README.md");
    private static final Pattern LINK = Pattern.compile("\\]\\((?!\\w+:|#)([^)#\\s]+)(?:#[^)]*)?\\)");
    private static final Pattern ANCHOR = Pattern.compile("\\]\\((?!\\w+:)([^)#\\s]*)#([^)]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Pattern SHELL = Pattern.compile("\n```sh\n(.*?)\n```", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final Pattern PROMISE = Pattern.compile("Promises? ([0-9, and]+?) in\\s+topology-docs/guarantees");
    private static final Pattern KEPT = Pattern.compile("Kept in: (.*?)\\. Tested", Pattern.DOTALL);
    private static final Pattern TESTS = Pattern.compile("`(\\w+(?:Test|IT|Properties))`");
    private static final Pattern NAMED_PAGE = Pattern.compile("\\b(?:topology-docs|spec)/[\\w/-]+\\.md\\b");
    private static final Pattern RESOURCE = Pattern.compile("`(src/main/resources/[\\w./]+)`");
    private static final Pattern THREAD = Pattern.compile("new Thread\\([^;]*?\"([\\w-]+)\"");
    private static final int PROMISES = 26;
    private static final int DECISION_WORDS = 200;

    private static final int WORDS_MAX = 45_000;

    /** Whose tables are generated. */
    private static final List<String> GENERATED = List.of("acls.md", "packages.md", "settings.md", "topology.md");

    private static final Pattern WORD_WITH_LETTER = Pattern.compile("\\S*[\\p{L}\\d]\\S*");
    private static final Pattern PRIVACY_TABLE = Pattern.compile("(?s)\n\\| of \\| field.*?\n\n");

    @Test
    void relativeLinksResolve() throws IOException {
        var broken = new ArrayList<String>();
        for (var page : pages()) {
            LINK.matcher(Files.readString(page))
                    .results()
                    .map(link -> link.group(1))
                    .filter(link -> !Files.exists(page.resolveSibling(link)))
                    .forEach(link -> broken.add(page + " points at " + link));
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void everyAnchorIsAHeadingOfItsPage() throws IOException {
        var broken = new ArrayList<String>();
        for (var page : pages()) {
            for (var link : ANCHOR.matcher(Files.readString(page)).results().toList()) {
                var target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
                if (HEADING.matcher(Files.readString(target))
                        .results()
                        .map(heading -> anchor(heading.group(1)))
                        .noneMatch(link.group(2)::equals)) {
                    broken.add(page + " points at " + link.group());
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    /** As GitHub makes it of a heading. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w\\s-]", "").replaceAll("\\s", "-");
    }

    @Test
    void everyPageOfTheDocsIsReachedFromTheReadmeOrTheArchitecture() throws IOException {
        var maps = Files.readString(README) + Files.readString(Path.of("topology-docs/develop/ARCHITECTURE.md"));
        assertThat(pages())
                .filteredOn(
                        page -> page.getParent() != null && !page.getParent().endsWith("decisions"))
                .allSatisfy(page -> assertThat(maps).contains(page.getFileName().toString()));
    }

    @Test
    void everyPageThatTheCodeNamesIsThere() throws IOException {
        var missing = new ArrayList<String>();
        try (var below = Files.walk(Path.of("src/main"))) {
            for (var file :
                    below.filter(path -> path.toString().endsWith(".java")).toList()) {
                NAMED_PAGE
                        .matcher(Files.readString(file))
                        .results()
                        .map(MatchResult::group)
                        .filter(page -> !Files.exists(Path.of(page)))
                        .forEach(page -> missing.add(file + " names " + page));
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void thePageOfDialectsNamesTheListOfAgents() throws IOException {
        assertThat(RESOURCE.matcher(Page.of("dialects.md").text()).results().map(named -> Path.of(named.group(1))))
                .singleElement()
                .satisfies(list -> assertThat(Files.readAllLines(list))
                        .isNotEmpty()
                        .allMatch(agent -> agent.startsWith("footfall.reader.")));
    }

    @Test
    void thePageOfThreadsListsEveryThreadThatTheCodeStarts() throws IOException {
        var page = Page.of("develop/threads.md").text();
        var missing = new ArrayList<String>();
        try (var below = Files.walk(Path.of("src/main"))) {
            for (var file :
                    below.filter(path -> path.toString().endsWith(".java")).toList()) {
                THREAD.matcher(Files.readString(file))
                        .results()
                        .map(thread -> thread.group(1))
                        .filter(name -> !page.contains("`" + name))
                        .forEach(name -> missing.add(file + " starts " + name));
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void everyDecisionIsInTheArchitecture() throws IOException {
        var architecture = Files.readString(Path.of("topology-docs/develop/ARCHITECTURE.md"));
        assertThat(pages())
                .filteredOn(page -> page.getParent() != null && page.getParent().endsWith("decisions"))
                .isNotEmpty()
                .allSatisfy(page -> assertThat(architecture).contains("decisions/" + page.getFileName()));
    }

    /** Tables and code left out. */
    @Test
    void aDecisionIsReadInAMinute() throws IOException {
        assertThat(pages())
                .filteredOn(page -> page.getParent() != null && page.getParent().endsWith("decisions"))
                .allSatisfy(page -> assertThat(
                                words(Files.readString(page).replaceAll("(?ms)^ *```.*?^ *```|^ *\\|[^\n]*$", "")))
                        .as(page.toString())
                        .isLessThanOrEqualTo(DECISION_WORDS));
    }

    /** Code, output and what a test generates left out; a word has a letter or a digit. */
    @Test
    void thePagesTogetherHaveAtMostSoManyWords() throws IOException {
        var words = new TreeMap<String, Long>();
        for (var page : pages()) {
            if (page.equals(README) || page.startsWith("topology-docs")) {
                words.put(page.toString(), written(page));
            }
        }
        assertThat(words.values().stream().mapToLong(Long::longValue).sum())
                .as("words, of the pages %s", words)
                .isLessThanOrEqualTo(WORDS_MAX);
    }

    private static long written(Path page) throws IOException {
        var text = Files.readString(page).replaceAll("(?ms)^ *```.*?^ *```", "");
        if (GENERATED.contains(page.getFileName().toString())) {
            text = text.replaceAll("(?m)^\\|.*$", "");
        }
        return words(PRIVACY_TABLE.matcher(text).replaceAll("\n"));
    }

    private static long words(String text) {
        return WORD_WITH_LETTER.matcher(text).results().count();
    }

    @Test
    void theReadmeShowsTheTwoCommandsAndEachThatItOrTheRecipesShowCanBeTyped() throws IOException {
        var typed = SHELL.matcher(Files.readString(README) + Files.readString(Path.of("topology-docs/recipes.md")))
                .results()
                .flatMap(block -> block.group(1).lines())
                .map(line -> line.replaceAll("\\s+#.*", "").strip())
                .filter(line -> !line.isEmpty())
                .toList();
        assertThat(typed).contains("./footfall up --demo", "mvn verify");
        assertThat(typed)
                .filteredOn(line -> line.startsWith("./footfall "))
                .allSatisfy(line -> assertThat(Typed.problem(arguments(line.substring("./footfall ".length()))))
                        .as(line)
                        .isNull());
    }

    @Test
    void thePromisesAreThoseThatThePackagesName() throws IOException {
        var kept = new TreeMap<Integer, TreeSet<String>>();
        Page.of("guarantees.md")
                .sections()
                .forEach((heading, text) ->
                        kept.put(Integer.parseInt(heading.split("\\.")[0]), new TreeSet<>(first(KEPT, text))));
        assertThat(kept.keySet())
                .containsExactlyElementsOf(
                        Stream.iterate(1, i -> i + 1).limit(PROMISES).toList());
        assertThat(kept).isEqualTo(named());
    }

    @Test
    void theTestsThatHoldThePromisesAreThere() throws IOException {
        var there = new TreeSet<String>();
        try (var below = Files.walk(Path.of("src/test/java"))) {
            below.map(path -> path.getFileName().toString().replace(".java", ""))
                    .forEach(there::add);
        }
        Page.of("guarantees.md")
                .sections()
                .forEach((heading, text) -> assertThat(
                                TESTS.matcher(text).results().map(test -> test.group(1)))
                        .as(heading)
                        .isNotEmpty()
                        .isSubsetOf(there));
    }

    /** By promise the packages whose introduction says that they keep it. */
    private static Map<Integer, TreeSet<String>> named() throws IOException {
        var named = new TreeMap<Integer, TreeSet<String>>();
        try (var below = Files.walk(Path.of("src/main/java/footfall"))) {
            for (var file :
                    below.filter(path -> path.endsWith("package-info.java")).toList()) {
                var said = PROMISE.matcher(Files.readString(file).replace("\n * ", " "));
                if (said.find()) {
                    Stream.of(said.group(1).split("\\D+"))
                            .map(Integer::parseInt)
                            .forEach(number -> named.computeIfAbsent(number, none -> new TreeSet<>())
                                    .add(file.getParent().getFileName().toString()));
                }
            }
        }
        return named;
    }

    private static List<String> first(Pattern list, String text) {
        return list.matcher(text).results().findFirst().stream()
                .flatMap(found -> Stream.of(found.group(1).split("[`, ]+")))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static List<String> arguments(String line) {
        return WORD.matcher(line).results().map(DocsTest::unquoted).toList();
    }

    private static String unquoted(MatchResult word) {
        return word.group(1) == null ? word.group(2) : word.group(1);
    }

    private static List<Path> pages() throws IOException {
        var pages = new ArrayList<>(List.of(README));
        for (var directory :
                Stream.of("topology-docs", "docker", "connectors").map(Path::of).toList()) {
            if (Files.isDirectory(directory)) {
                try (var below = Files.walk(directory)) {
                    below.filter(path -> path.toString().endsWith(".md"))
                            .sorted()
                            .forEach(pages::add);
                }
            }
        }
        return pages;
    }
}
