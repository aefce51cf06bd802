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
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Compares the package table with the compiled classes. */
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
}
