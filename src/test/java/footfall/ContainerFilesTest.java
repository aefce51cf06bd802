package footfall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import footfall.cli.Typed;
import footfall.config.Config;
import footfall.config.Environment;
import footfall.testkit.Page;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
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
    private static final Map<String, Class<?>> KINDS = Map.of(
            "ConfigMap", ConfigMap.class,
            "Job", Job.class,
            "PodDisruptionBudget", PodDisruptionBudget.class,
            "Service", Service.class,
            "StatefulSet", StatefulSet.class);
    /** Refuses fields that Kubernetes does not have: its model keeps them, unless its annotation is ignored. */
    private static final ObjectMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .annotationIntrospector(new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1;

                @Override
                public Boolean hasAnySetter(Annotated at) {
                    return false;
                }
            })
            .build();

    @TempDir
    Path folder;

    private static List<Map<String, Object>> yaml(Path file) throws IOException {
        var options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        var documents = new ArrayList<Map<String, Object>>();
        new Yaml(options).loadAll(Files.readString(file)).forEach(document -> documents.add(map(document)));
        return documents;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
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

    private void assertValidSettings(Map<String, Object> environment) {
        var variables = new HashMap<String, String>();
        environment.forEach((name, value) -> variables.put(name, String.valueOf(value)));
        variables.put("HOME", folder.toString());
        variables.remove("FOOTFALL_CONFIG");
        assertThatCode(() -> Config.read(new Environment(variables), new Config.Flags(null, List.of())))
                .doesNotThrowAnyException();
    }

    private static Object strict(Map<String, Object> document) throws IOException {
        return STRICT.treeToValue(STRICT.valueToTree(document), KINDS.get(document.get("kind")));
    }

    @Test
    void theKubernetesExampleHasOnlyFieldsOfKubernetes() throws IOException {
        var kinds = new TreeSet<String>();
        for (var file : files("kubernetes")) {
            for (var document : yaml(file)) {
                strict(document);
                kinds.add((String) document.get("kind"));
            }
        }
        assertThat(kinds).isEqualTo(KINDS.keySet());
        var wrong = map(yaml(DOCKER.resolve("kubernetes/processor.yaml")).get(0));
        map(map(map(wrong.get("spec")).get("template")).get("spec")).put("restartPolice", "Always");
        assertThatThrownBy(() -> strict(wrong)).isInstanceOf(UnrecognizedPropertyException.class);
    }

    @Test
    void thePodsOfKubernetesAreClosedAndTheirCommandsAndSettingsAreFootfalls() throws Exception {
        for (var file : files("kubernetes")) {
            for (var document : yaml(file)) {
                if (strict(document) instanceof ConfigMap settings) {
                    var config = Files.writeString(
                            folder.resolve("config.toml"), settings.getData().get("config.toml"));
                    Config.read(
                            new Environment(Map.of("HOME", folder.toString())), new Config.Flags(config, List.of()));
                }
                var template = map(map(document.get("spec")).get("template"));
                if (!template.isEmpty()) {
                    assertClosedPod(STRICT.valueToTree(template.get("spec")));
                }
            }
        }
    }

    private void assertClosedPod(JsonNode pod) {
        assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(pod.at("/securityContext/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
        assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).isFalse();
        assertThat(pod.path("enableServiceLinks").asBoolean(true)).isFalse();
        for (var containers : List.of("containers", "initContainers")) {
            for (var container : pod.path(containers)) {
                var context = container.path("securityContext");
                assertThat(context.path("readOnlyRootFilesystem").asBoolean()).isTrue();
                assertThat(context.path("allowPrivilegeEscalation").asBoolean(true))
                        .isFalse();
                assertThat(context.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
                assertThat(container.at("/resources/limits/memory").isMissingNode())
                        .isFalse();
                var environment = new HashMap<String, Object>();
                container
                        .path("env")
                        .forEach(variable -> environment.put(
                                variable.path("name").asText(),
                                variable.path("value").asText()));
                assertValidSettings(environment);
                var arguments = new ArrayList<String>();
                container.path("args").forEach(argument -> arguments.add(argument.asText()));
                assertThat(arguments.isEmpty() ? null : Typed.problem(arguments))
                        .isNull();
            }
        }
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
            var dashboard = STRICT.readTree(Files.readString(file));
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
                metrics.add(row.group(1) + "_bucket");
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
