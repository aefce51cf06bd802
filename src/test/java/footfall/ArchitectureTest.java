package footfall;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethodWhere;
import static com.tngtech.archunit.lang.conditions.ArchConditions.never;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import footfall.cli.Main;
import footfall.picture.FollowsPicture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

/**
 * Compares the package table with the compiled classes, and the libraries that the launcher gives to commands that
 * answer with those that our classes refer to. What those libraries need of each other, {@link AnswerLibrariesIT}
 * tries.
 */
class ArchitectureTest {
    private static final Path PACKAGES_PAGE = Path.of("topology-docs/develop/packages.md");

    private static final String[] OUTSIDE_WORLD = {
        "org.apache.kafka..",
        "kafka..",
        "org.rocksdb..",
        "org.slf4j..",
        "ch.qos.logback..",
        "java.util.logging..",
        "java.nio.file..",
        "java.nio.channels..",
        "java.net..",
        "java.sql..",
        "javax.net.."
    };

    private static final String FILES = "java\\.io\\.(File|RandomAccessFile)\\w*";

    private static final String CLOCKS =
            "java\\.time\\.(Clock|Instant|Year|YearMonth|LocalDate|(Local|Zoned|Offset)\\w*Time)";

    private static final String KAFKA_CLOCK = "org.apache.kafka.common.utils.Time.SYSTEM";

    /** To sleep, and to compare the wall clock with the times of brokers; never in a fold. */
    private static final Set<String> KAFKA_CLOCK_READERS = Set.of(
            "broker.AwakeTime",
            "broker.Reachability",
            "broker.RebalanceWatch",
            "broker.Topics",
            "broker.TransactionSearch",
            "topology.CatchUp",
            "topology.CommitProducer",
            "topology.LagClients",
            "topology.LagConsumer",
            "topology.Restarts",
            "topology.Streaming");

    /** Files of one package that use each other in a circle. The list may only become shorter. */
    private static final Set<String> FILE_CYCLES = Set.of(
            "cli.CompletionCommand cli.Main cli.ManCommand",
            "line.Content line.Dialect line.Dialects line.Draft line.LineDetails line.LineParser line.Source "
                    + "line.TranscriptName",
            "ship.ShippedFile ship.ShippedFiles ship.Shipping",
            "tail.Chunks tail.Elements tail.Transcript tail.WholeLines",
            "tail.ExcludedProjects tail.ProjectCheck tail.Scan");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("footfall");

    @Test
    void everyPackageStandsInTheTable() {
        var tops = new TreeSet<String>();
        CLASSES.forEach(type ->
                tops.add(type.getPackageName().replaceFirst("^footfall\\.?", "").replaceAll("\\..*", "")));
        tops.remove("");
        assertThat(PackageTable.MAY_IMPORT).containsOnlyKeys(tops);
    }

    @Test
    void theTableHasADutyForEachPackageAndNoCycle() {
        assertThat(PackageTable.DUTY).containsOnlyKeys(PackageTable.MAY_IMPORT.keySet());
        assertThat(PackageTable.MAY_IMPORT.keySet()).containsAll(PackageTable.MAY_USE.keySet());
        PackageTable.MAY_IMPORT.forEach(
                (name, upstream) -> assertThat(reach(upstream)).as(name).doesNotContain(name));
    }

    @Test
    void thePageOfPackagesIsCurrent() throws IOException {
        if (System.getProperty("footfall.accept") != null) {
            Files.writeString(PACKAGES_PAGE, PackageTable.asMarkdown());
        }
        assertThat(PACKAGES_PAGE).as("rewritten by mvn test -Dfootfall.accept").hasContent(PackageTable.asMarkdown());
    }

    @Test
    void packagesDependOnTheirUpstreamOnly() {
        PackageTable.MAY_IMPORT.forEach((name, upstream) -> {
            var allowed = upstream.stream().map(ArchitectureTest::classesOf).toArray(String[]::new);
            var elsewhere = DescribedPredicate.describe("elsewhere in footfall", ArchitectureTest::isOurs)
                    .and(DescribedPredicate.not(inAny(allowed)))
                    .and(DescribedPredicate.not(inAny(classesOf(name))));
            check(noClasses().that().resideInAPackage(classesOf(name)).should().dependOnClassesThat(elsewhere));
        });
    }

    @Test
    void noReaderKnowsAnother() {
        check(slices().matching("footfall.reader.(*)..").should().notDependOnEachOther());
        check(noClasses()
                .that()
                .resideOutsideOfPackage(classesOf("reader"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(classesOf("reader")));
    }

    @Test
    void noCycles() {
        check(slices().matching("footfall.(*)..").should().beFreeOfCycles());
    }

    @Test
    void filesOfAPackageFormNoOtherCyclesThanTheKnownOnes() {
        var uses = new TreeMap<String, Set<String>>();
        CLASSES.forEach(type -> type.getDirectDependenciesFromSelf().stream()
                .map(used -> used.getTargetClass().getBaseComponentType())
                .filter(used -> used.getPackageName().equals(type.getPackageName()))
                .forEach(used -> uses.computeIfAbsent(file(type), none -> new TreeSet<>())
                        .add(file(used))));
        var cycles = new TreeSet<String>();
        uses.keySet().forEach(name -> {
            var together = reached(uses, name).stream()
                    .filter(other -> reached(uses, other).contains(name))
                    .toList();
            if (together.size() > 1) {
                cycles.add(String.join(" ", together));
            }
        });
        assertThat(cycles).containsExactlyInAnyOrderElementsOf(FILE_CYCLES);
    }

    private static Set<String> reached(Map<String, Set<String>> uses, String from) {
        var reached = new TreeSet<String>();
        var next = new ArrayDeque<>(List.of(from));
        while (!next.isEmpty()) {
            uses.getOrDefault(next.remove(), Set.of()).stream()
                    .filter(reached::add)
                    .forEach(next::add);
        }
        return reached;
    }

    /** The top-level type, as {@code line.Source}. */
    private static String file(JavaClass type) {
        return type.getName().replaceFirst("^footfall\\.", "").replaceFirst("\\$.*", "");
    }

    @Test
    void pureStagesTouchNothingOutside() {
        var pure = PackageTable.PURE.stream().map(ArchitectureTest::classesOf).toArray(String[]::new);
        check(noClasses()
                .that()
                .resideInAnyPackage(pure)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(OUTSIDE_WORLD)
                .orShould()
                .dependOnClassesThat()
                .haveNameMatching(FILES));
    }

    @Test
    void eachOutsideLibraryIsKnownToOnePackage() {
        onlyIn("topology", "org.apache.kafka.streams..", "org.rocksdb..");
        onlyIn(
                "broker",
                "kafka..",
                "org.apache.kafka.server..",
                "org.apache.kafka.metadata..",
                "org.apache.kafka.raft..");
        onlyIn("serve", "io.undertow..", "org.xnio..", "io.github.bucket4j..", "com.github.benmanes..");
        onlyIn("cli", "picocli..", "me.tongfei.progressbar..");
    }

    @Test
    void theRealClockIsReadInRunOnly() {
        check(classes()
                .that()
                .resideOutsideOfPackage(classesOf("run"))
                .should(never(callMethodWhere(readsTheClock()))));
    }

    @Test
    void kafkasClockIsReadByTheKnownClassesOnly() {
        var readers = new TreeSet<String>();
        CLASSES.forEach(type -> type.getFieldAccessesFromSelf().stream()
                .filter(access -> access.getTarget().getFullName().equals(KAFKA_CLOCK))
                .forEach(access -> readers.add(file(type))));
        assertThat(readers).containsExactlyInAnyOrderElementsOf(KAFKA_CLOCK_READERS);
    }

    private static DescribedPredicate<JavaCall<?>> readsTheClock() {
        var system = at("java\\.lang\\.System", "currentTimeMillis|nanoTime");
        var time = at(CLOCKS, "now|system.*|tick.*")
                .and(DescribedPredicate.describe("without a clock given", call -> takesNoClock(call.getTarget())));
        return system.or(time).as("the machine's clock");
    }

    private static DescribedPredicate<JavaCall<?>> at(String type, String method) {
        return target(owner(nameMatching(type)))
                .and(target(nameMatching(method)))
                .forSubtype();
    }

    private static boolean takesNoClock(AccessTarget.CodeUnitCallTarget called) {
        return called.getRawParameterTypes().stream()
                .noneMatch(type -> type.getName().equals("java.time.Clock"));
    }

    private static void onlyIn(String name, String... library) {
        check(noClasses()
                .that()
                .resideOutsideOfPackage(classesOf(name))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(library));
    }

    private static Set<String> reach(Set<String> upstream) {
        var reached = new TreeSet<String>();
        upstream.forEach(name -> {
            reached.add(name);
            reached.addAll(reach(PackageTable.MAY_IMPORT.get(name)));
        });
        return reached;
    }

    private static DescribedPredicate<JavaClass> inAny(String... packages) {
        return resideInAnyPackage(packages);
    }

    private static boolean isOurs(JavaClass type) {
        return type.getPackageName().equals("footfall") || type.getPackageName().startsWith("footfall.");
    }

    private static String classesOf(String name) {
        return "footfall." + name + "..";
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(CLASSES);
    }

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
        var next = new ArrayDeque<>(List.of(CLASSES.get(Main.class)));
        while (!next.isEmpty()) {
            var type = next.poll();
            var isStarted = type.isEquivalentTo(Main.class)
                    || command(type).map(commands::contains).orElse(true);
            if (isStarted && reached.add(type)) {
                type.getDirectDependenciesFromSelf().stream()
                        .map(Dependency::getTargetClass)
                        .map(JavaClass::getBaseComponentType)
                        .filter(target -> CLASSES.contain(target.getName()))
                        .filter(target -> !target.isEquivalentTo(FollowsPicture.class)) // Started with all libraries.
                        .forEach(next::add);
            }
        }
        return reached;
    }

    /** The file name of the library that has a class; empty for a class of the JDK. */
    private static Optional<String> library(JavaClass type) {
        try {
            var source = Class.forName(type.getName(), false, ArchitectureTest.class.getClassLoader())
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
                .filter(type -> !type.isPrimitive() && !CLASSES.contain(type.getName()))
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

    /** The compiler's own {@code equals} reads no field; one of ours may forget a new component. */
    @Test
    void aRecordThatComparesItselfComparesEachOfItsComponents() {
        var forgotten = new TreeMap<String, Set<String>>();
        for (var type : CLASSES) {
            var own = type.isRecord() ? type.tryGetMethod("equals", Object.class) : Optional.<JavaMethod>empty();
            var read = own.stream()
                    .flatMap(method -> method.getFieldAccesses().stream())
                    .map(access -> access.getTarget().getName())
                    .collect(Collectors.toSet());
            var missing = type.getFields().stream()
                    .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                    .map(JavaField::getName)
                    .filter(name -> !read.contains(name))
                    .collect(Collectors.toCollection(TreeSet::new));
            if (!read.isEmpty() && !missing.isEmpty()) {
                forgotten.put(type.getName(), missing);
            }
        }
        assertThat(forgotten).isEmpty();
    }
}
