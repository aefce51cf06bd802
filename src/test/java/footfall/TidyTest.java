package footfall;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What STYLE.md says about sizes, names and imports, read from the sources: bytecode has no line lengths, and
 * a constant that the compiler inlined leaves no trace of the import it came by.
 */
class TidyTest {
    private static final int LINE_CHARACTERS_MAX = 120;
    /** Lines with text that two places may have in common, but for imports. */
    private static final int EQUAL_LINES_MAX = 11;

    private static final Set<String> BANNED = Set.of(
            "Manager", "Helper", "Util", "Utils", "Impl", "Handler", "Service", "Data", "Info", "Base", "Abstract");
    private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");
    private static final Pattern LATER = Pattern.compile("\\b(TODO|FIXME|XXX)\\b");

    private static final Pattern LINKED_TYPE = Pattern.compile("@link ([a-z.]+[.][A-Z]\\w*)");
    private static final Pattern NAMED_TEST = Pattern.compile("@code (\\w+(?:Test|IT|Properties))\\}");

    private static final Pattern COMMENT_LINE = Pattern.compile("\\n\\s*(\\*|//)\\s");
    /** Words that a reader has to guess, as regular expressions, and what to write instead. */
    private static final Map<String, String> PLAIN_WORDS = Map.of(
            "untold", "not reported",
            "told apart", "distinguished",
            "laid down", "spilled",
            "passed over", "skipped",
            "let go( of)?", "evicted, released",
            "gives? back|given back", "returns",
            "stretch(es)?", "range, batch",
            "meant", "selected, expected",
            "looks? on", "observes");

    private static final Map<String, String> PLAIN_WORDS_OF_MAIN = Map.of(
            "told", "reported, notified",
            "untold", "not reported",
            "meant", "selected",
            "stretch(es)?", "range, batch",
            "ungiven", "unused",
            "unasked", "not requested");

    private static final List<SourceFile> MAIN = SourceFile.below(Path.of("src/main/java"));
    private static final List<SourceFile> ALL = Stream.of(
                    MAIN, SourceFile.below(Path.of("src/test/java")), SourceFile.below(Path.of("src/bench/java")))
            .flatMap(List::stream)
            .toList();

    @Test
    void linesAreShort() {
        assertThat(problems(
                        ALL,
                        file -> file.lines().stream()
                                .filter(line -> line.codePointCount(0, line.length()) > LINE_CHARACTERS_MAX)))
                .isEmpty();
    }

    @Test
    void namesSayWhatAThingIs() {
        assertThat(problems(
                        MAIN,
                        file -> file.types().stream()
                                .filter(name -> HUMP.splitAsStream(name).anyMatch(BANNED::contains))))
                .isEmpty();
    }

    @Test
    void nothingIsLeftForLater() {
        assertThat(problems(MAIN, file -> file.lines().stream().filter(LATER.asPredicate())))
                .isEmpty();
    }

    @Test
    void everyPackageIntroducesItselfInAFewLines() {
        var packages =
                MAIN.stream().map(file -> file.path().getParent()).distinct().toList();
        assertThat(packages).allSatisfy(directory -> {
            var introduction = directory.resolve("package-info.java");
            assertThat(introduction).exists();
            assertThat(Files.readAllLines(introduction).stream().filter(line -> line.startsWith(" * ")))
                    .as(introduction.toString())
                    .hasSizeBetween(3, 6);
        });
    }

    /** In comments, names and messages; see {@link #PLAIN_WORDS}. In main code also as a part of a name. */
    @Test
    void wordsArePlain() {
        var others = ALL.stream()
                .filter(file -> !file.path().endsWith("TidyTest.java"))
                .toList();
        assertThat(problems(
                        others,
                        file -> unplain(COMMENT_LINE.matcher(file.text()).replaceAll(" "), PLAIN_WORDS)))
                .isEmpty();
        assertThat(problems(
                        MAIN,
                        file -> unplain(
                                HUMP.matcher(COMMENT_LINE.matcher(file.text()).replaceAll(" "))
                                        .replaceAll(" ")
                                        .replace('_', ' '),
                                PLAIN_WORDS_OF_MAIN)))
                .isEmpty();
    }

    private static Stream<String> unplain(String text, Map<String, String> plainWords) {
        return plainWords.entrySet().stream()
                .filter(word -> Pattern.compile("\\b(" + word.getKey() + ")\\b", Pattern.CASE_INSENSITIVE)
                        .matcher(text)
                        .find())
                .map(word -> "write \"" + word.getValue() + "\" instead of \"" + word.getKey() + "\"");
    }

    @Test
    void thePackagesNameTypesAndTestsThatExist() {
        var tests = ALL.stream().flatMap(file -> file.types().stream()).toList();
        assertThat(problems(
                        MAIN.stream()
                                .filter(file -> file.path().endsWith("package-info.java"))
                                .toList(),
                        file -> Stream.concat(
                                matches(LINKED_TYPE, file)
                                        .filter(name -> !Files.exists(
                                                Path.of("src/main/java", name.replace('.', '/') + ".java"))),
                                matches(NAMED_TEST, file).filter(name -> !tests.contains(name)))))
                .isEmpty();
    }

    private static Stream<String> matches(Pattern pattern, SourceFile file) {
        return pattern.matcher(file.text()).results().map(found -> found.group(1));
    }

    @Test
    void noTwoPlacesAreEqualForManyLines() {
        var places = new HashMap<List<String>, List<String>>();
        MAIN.forEach(file -> {
            var lines = file.lines().stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("import "))
                    .toList();
            for (int at = 0; at + EQUAL_LINES_MAX < lines.size(); at++) {
                places.computeIfAbsent(lines.subList(at, at + EQUAL_LINES_MAX + 1), none -> new ArrayList<>())
                        .add(file.path() + ": " + lines.get(at));
            }
        });
        assertThat(places.values().stream().filter(equal -> equal.size() > 1)).isEmpty();
    }

    @Test
    void importsFollowTheTable() {
        assertThat(problems(MAIN, file -> file.imports().stream().filter(name -> !mayImport(file, name))))
                .isEmpty();
    }

    @Test
    void everyImportIsUsed() {
        assertThat(problems(ALL, file -> file.imports().stream().filter(name -> !isUsed(file, name))))
                .isEmpty();
    }

    private static boolean mayImport(SourceFile file, String name) {
        var importer = file.topPackage();
        if (name.startsWith("java.") || name.startsWith("javax.") || name.startsWith("org.w3c.dom.")) {
            return true;
        }
        if (name.startsWith("footfall.")) {
            var imported = name.split("\\.")[1];
            return imported.equals(importer)
                    || PackageTable.MAY_IMPORT.getOrDefault(importer, Set.of()).contains(imported);
        }
        if (file.path().startsWith("src/main/java/org/apache/kafka/")) { // In the place of a class of Kafka's.
            return name.startsWith("org.apache.kafka.");
        }
        var libraries = PackageTable.MAY_USE.getOrDefault(importer, Set.of());
        return libraries.stream().anyMatch(library -> name.startsWith(library + "."));
    }

    private static boolean isUsed(SourceFile file, String name) {
        var word = Pattern.compile("\\b" + Pattern.quote(name.substring(name.lastIndexOf('.') + 1)) + "\\b");
        return name.endsWith(".*")
                || file.lines().stream()
                        .filter(line -> !line.startsWith("import "))
                        .anyMatch(word.asPredicate());
    }

    private static List<String> problems(List<SourceFile> files, Function<SourceFile, Stream<String>> find) {
        return files.stream()
                .flatMap(file -> find.apply(file).map(problem -> file.path() + ": " + problem))
                .toList();
    }
}
