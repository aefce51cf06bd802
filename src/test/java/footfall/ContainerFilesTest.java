package footfall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.cli.Typed;
import footfall.config.Config;
import footfall.config.Environment;
import footfall.testkit.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;

/**
 * The files of {@code docker/} are valid, closed by default, and name only commands, settings and metrics that
 * footfall has.
 */
class ContainerFilesTest {
    private static final Path DOCKER = Path.of("docker");
    private static final Pattern METRIC = Pattern.compile("\\b(?:footfall|kafka)_[a-z0-9_]+");
    private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| (\\w+) \\| ([^|]+) \\|");
    private static final Pattern GROUPED = Pattern.compile("by \\(([^)]*)\\)");
    private static final Pattern ENVIRONMENT = Pattern.compile("\\b(FOOTFALL_\\w+)=(\\S+)");
    private static final String IMAGE = "${FOOTFALL_IMAGE:-footfall}";
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    static List<Map<String, Object>> yaml(Path file) throws IOException {
        var options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        var documents = new ArrayList<Map<String, Object>>();
        new Yaml(options).loadAll(Files.readString(file)).forEach(document -> documents.add(map(document)));
        return documents;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    private static List<String> list(Object value) {
        return value == null ? List.of() : (List<String>) value;
    }

    private static List<Path> files(String below) throws IOException {
        try (var files = Files.walk(DOCKER.resolve(below))) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static Map<String, Map<String, Object>> services() throws IOException {
        var services = new HashMap<String, Map<String, Object>>();
        map(yaml(DOCKER.resolve("compose.yaml")).get(0).get("services"))
                .forEach((name, service) -> services.put(name, map(service)));
        return services;
    }

    @Test
    void everyContainerIsClosedAndPublishesItsPortsOnLoopbackOnly() throws IOException {
        assertThat(services()).isNotEmpty().allSatisfy((name, service) -> {
            assertThat(service)
                    .as(name)
                    .containsEntry("read_only", true)
                    .containsEntry("cap_drop", List.of("ALL"))
                    .containsEntry("security_opt", List.of("no-new-privileges:true"))
                    .containsKey("mem_limit")
                    .doesNotContainKeys("privileged", "network_mode: host");
            assertThat(list(service.get("ports"))).as(name).allMatch(port -> port.startsWith("127.0.0.1:"));
        });
    }

    @Test
    void everyVolumeAndDependencyOfAContainerIsThere() throws IOException {
        var services = services();
        var volumes = map(yaml(DOCKER.resolve("compose.yaml")).get(0).get("volumes"));
        services.forEach((name, service) -> {
            assertThat(map(service.get("depends_on")).keySet()).as(name).isSubsetOf(services.keySet());
            for (var volume : list(service.get("volumes"))) {
                var source = volume.split(":")[0];
                assertThat(source.startsWith(".") ? Files.exists(DOCKER.resolve(source)) : volumes.containsKey(source))
                        .as(name + " " + volume)
                        .isTrue();
            }
        });
    }

    @Test
    void theCommandsAndSettingsOfTheContainersAreFootfalls() throws IOException {
        var image = new HashMap<String, Object>();
        ENVIRONMENT
                .matcher(Files.readString(DOCKER.resolve("Dockerfile")))
                .results()
                .forEach(set -> image.put(set.group(1), set.group(2)));
        assertValidSettings(image);
        var ours = services().values().stream()
                .filter(service -> IMAGE.equals(service.get("image")))
                .toList();
        assertThat(ours).hasSizeGreaterThan(3);
        for (var service : ours) {
            assertValidSettings(map(service.get("environment")));
            var command = list(service.get("command"));
            assertThat(command.isEmpty() ? null : Typed.problem(command)).isNull();
        }
    }

    /** Which one an answer came from, nobody knows: each must be able to ask the others about their partitions. */
    @Test
    void everyProcessorIsReachedByTheOthersUnderItsName() throws IOException {
        var processors = services();
        processors.values().removeIf(service -> !list(service.get("command")).contains("stream"));
        assertThat(processors)
                .hasSizeGreaterThan(1)
                .allSatisfy((name, service) ->
                        assertThat(map(service.get("environment"))).containsEntry("FOOTFALL_SERVE_ADVERTISED", name));
    }

    /** A target that is always expected would be down forever without its profile. */
    @Test
    void onlyContainersThatEveryProfileHasAreTargetsWithoutALookup() throws IOException {
        var services = services();
        var file = yaml(DOCKER.resolve("prometheus/prometheus.yml")).get(0);
        var targets = new ArrayList<String>();
        ((List<?>) file.get("scrape_configs"))
                .forEach(job -> ((List<?>) map(job).getOrDefault("static_configs", List.of()))
                        .forEach(config -> targets.addAll(list(map(config).get("targets")))));
        assertThat(targets)
                .isNotEmpty()
                .allSatisfy(
                        target -> assertThat(services.get(target.split(":")[0])).doesNotContainKey("profiles"));
    }

    private void assertValidSettings(Map<String, Object> environment) {
        assertValidSettings(environment, folder);
    }

    /** {@code folder}: of the user whose environment it is. */
    static void assertValidSettings(Map<String, Object> environment, Path folder) {
        var variables = new HashMap<String, String>();
        environment.forEach((name, value) -> variables.put(name, String.valueOf(value)));
        variables.put("HOME", folder.toString());
        variables.remove("FOOTFALL_CONFIG");
        assertThatCode(() -> Config.read(new Environment(variables), new Config.Flags(null, List.of())))
                .doesNotThrowAnyException();
    }

    @Test
    void dashboardsHaveUniquePanelsAndReadTheProvisionedSources() throws IOException {
        var sources = Stream.of(map(yaml(DOCKER.resolve("grafana/provisioning/datasources/datasources.yaml"))
                                .get(0))
                        .get("datasources"))
                .flatMap(all -> ((List<?>) all).stream())
                .map(source -> (String) map(source).get("uid"))
                .collect(Collectors.toSet());
        for (var file : files("grafana/dashboards")) {
            var dashboard = JSON.readTree(Files.readString(file));
            assertThat(dashboard.findValuesAsText("uid"))
                    .as(file.toString())
                    .isSubsetOf(union(sources, dashboard.path("uid").asText()));
            var panels = dashboard.path("panels");
            var ids = new TreeSet<Integer>();
            panels.forEach(panel -> ids.add(panel.path("id").asInt()));
            assertThat(panels).isNotEmpty().hasSameSizeAs(ids);
            assertThat(panels).allSatisfy(panel -> {
                assertThat(sources).contains(panel.at("/datasource/uid").asText());
                assertThat(panel.path("targets")).isNotEmpty();
                assertThat(panel.path("description").asText()).isNotEmpty();
            });
        }
    }

    private static Set<String> union(Set<String> some, String one) {
        var all = new TreeSet<>(some);
        all.add(one);
        return all;
    }

    @Test
    void everyMetricAndLabelOfDashboardsAndAlertRulesIsOnThePageOfMetrics() throws IOException {
        var metrics = new TreeSet<String>();
        var labels = new TreeSet<>(Set.of("instance", "le"));
        ROW.matcher(Page.of("metrics.md").text()).results().forEach(row -> {
            metrics.add(row.group(1));
            if (row.group(2).equals("histogram")) {
                metrics.addAll(List.of(row.group(1) + "_bucket", row.group(1) + "_count"));
            }
            labels.addAll(List.of(row.group(3).replaceAll("[`\\s]", "").split(",")));
        });
        var files = new ArrayList<>(files("grafana/dashboards"));
        files.add(DOCKER.resolve("prometheus/alerts.yml"));
        var read = new TreeSet<String>();
        for (var file : files) {
            var text = Files.readString(file);
            METRIC.matcher(text).results().forEach(metric -> read.add(metric.group()));
            GROUPED.matcher(text)
                    .results()
                    .forEach(by -> assertThat(labels)
                            .as(by.group())
                            .contains(by.group(1).split(", ")));
        }
        assertThat(metrics).containsAll(read);
        assertThat(read).hasSizeGreaterThan(10);
    }
}
