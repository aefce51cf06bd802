package footfall;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import footfall.cli.Main;
import footfall.picture.FollowsPicture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

/**
 * The launcher starts commands that answer with a part of the libraries, which has all that our classes refer to. What
 * those libraries need of each other, {@link AnswerLibrariesIT} tries.
 */
class AnswerLibrariesTest {
    private static final JavaClasses OWN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("footfall");

    /** The words of a variable of the launcher, which may be assigned in several lines. */
    static List<String> words(String variable) throws IOException {
        var launcher = Files.readString(Path.of("footfall"));
        var words = Pattern.compile("^" + variable + "=['\"]([^'\"]*)['\"]$", Pattern.MULTILINE)
                .matcher(launcher)
                .results()
                .flatMap(assigned -> Stream.of(assigned.group(1).strip().split("\\s+")))
                .filter(word -> !word.equals("$" + variable))
                .toList();
        assertThat(words).as(variable).isNotEmpty();
        return words;
    }

    private static Optional<String> command(JavaClass type) {
        return type.tryGetAnnotationOfType(Command.class).map(Command::name);
    }

    /** What the classes of these commands may load, as far as it is ours. */
    private static Set<JavaClass> reached(List<String> commands) {
        var reached = new HashSet<JavaClass>();
        var next = new ArrayDeque<>(List.of(OWN.get(Main.class)));
        while (!next.isEmpty()) {
            var type = next.poll();
            var isStarted = type.isEquivalentTo(Main.class)
                    || command(type).map(commands::contains).orElse(true);
            if (isStarted && reached.add(type)) {
                type.getDirectDependenciesFromSelf().stream()
                        .map(Dependency::getTargetClass)
                        .map(JavaClass::getBaseComponentType)
                        .filter(target -> OWN.contain(target.getName()))
                        .filter(target -> !target.isEquivalentTo(FollowsPicture.class)) // Started with all libraries.
                        .forEach(next::add);
            }
        }
        return reached;
    }

    /** The file name of the library that has a class; empty for a class of the JDK. */
    private static Optional<String> library(JavaClass type) {
        try {
            var source = Class.forName(type.getName(), false, AnswerLibrariesTest.class.getClassLoader())
                    .getProtectionDomain()
                    .getCodeSource();
            return Optional.ofNullable(source)
                    .map(CodeSource::getLocation)
                    .filter(place -> !place.getProtocol().equals("jrt"))
                    .map(jar -> jar.getPath().replaceFirst(".*/", ""));
        } catch (ClassNotFoundException absent) {
            throw new AssertionError(absent);
        }
    }

    private static Set<String> libraries(List<String> commands) {
        return reached(commands).stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(Dependency::getTargetClass)
                .map(JavaClass::getBaseComponentType)
                .filter(type -> !type.isPrimitive() && !OWN.contain(type.getName()))
                .flatMap(type -> library(type).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Predicate<String> isOneOf(List<String> beginnings) {
        return library -> beginnings.stream().anyMatch(beginning -> library.startsWith(beginning + "-"));
    }

    @Test
    void anAnswerFindsTheLibrariesOfItsClasses() throws IOException {
        assertThat(libraries(words("answer_commands"))).isNotEmpty().allMatch(isOneOf(words("answer_libraries")));
    }

    @Test
    void aProcessorUsesMore() throws IOException {
        assertThat(libraries(List.of("up")).stream()
                        .filter(isOneOf(words("answer_libraries")).negate()))
                .anyMatch(library -> library.startsWith("kafka-streams-"))
                .anyMatch(library -> library.startsWith("rocksdbjni-"))
                .anyMatch(library -> library.startsWith("undertow-core-"));
    }

    @Test
    void eachBeginningIsOfALibraryOfTheBuild() throws IOException {
        var reviewed = Files.readAllLines(Path.of("src/build/libraries.sha256")).stream()
                .map(line -> line.replaceFirst(".*  ", ""))
                .toList();
        assertThat(words("answer_libraries"))
                .allSatisfy(beginning -> assertThat(reviewed).anyMatch(isOneOf(List.of(beginning))));
    }
}
