package footfall;

import static footfall.KubernetesFiles.FOLDER;
import static footfall.KubernetesFiles.documents;
import static footfall.KubernetesFiles.objects;
import static footfall.KubernetesFiles.one;
import static footfall.KubernetesFiles.strict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.cli.Typed;
import footfall.config.Config;
import footfall.config.Environment;
import footfall.config.SettingKeys;
import footfall.testkit.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of {@code docker/kubernetes} fit together, to the API of Kubernetes, and to the image. */
class KubernetesFilesTest {
    private static final Path EXAMPLE = FOLDER.resolve("example");
    private static final Set<String> KUSTOMIZE = Set.of("Kustomization", "Component");

    /** What the user writes; README.md says how. */
    private static final String TOKEN = "token";

    private static final List<JsonNode> OBJECTS = objects(Stream.of(
            FOLDER.resolve("base/processor.yaml"),
            FOLDER.resolve("base/topics.yaml"),
            FOLDER.resolve("monitoring/servicemonitor.yaml")));

    @TempDir
    Path folder;

    private static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        list.forEach(one -> texts.add(one.asText()));
        return texts;
    }

    private static List<Path> files() throws IOException {
        try (var files = Files.walk(FOLDER)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith(TOKEN))
                    .toList();
        }
    }

    private static JsonNode pod(String kind) {
        return one(OBJECTS, kind).at("/spec/template/spec");
    }

    private static JsonNode container(String kind) {
        return pod(kind).at("/containers/0");
    }

    @Test
    void kustomizeFindsEveryFileAndNoneIsLeftOver() throws IOException {
        var named = new TreeSet<Path>();
        for (var file : files()) {
            if (file.endsWith("kustomization.yaml")) {
                named.add(file);
                var kustomization = documents(file).get(0);
                assertThat(KUSTOMIZE).contains(kustomization.path("kind").asText());
                var names = new ArrayList<String>();
                for (var key : List.of("resources", "components", "configurations")) {
                    names.addAll(texts(kustomization.path(key)));
                }
                for (var key : List.of("configMapGenerator", "secretGenerator")) {
                    kustomization.path(key).forEach(one -> names.addAll(texts(one.path("files"))));
                }
                names.forEach(name -> named.add(file.resolveSibling(name).normalize()));
            }
        }
        named.remove(EXAMPLE.resolve(TOKEN));
        assertThat(named).allSatisfy(path -> assertThat(path).exists());
        assertThat(named.stream().filter(Files::isRegularFile)).containsExactlyInAnyOrderElementsOf(files());
    }

    @Test
    void theObjectsHaveOnlyFieldsOfKubernetesAndOfThePrometheusOperator() throws IOException {
        for (var object : OBJECTS) {
            strict(object);
        }
        for (var object : OBJECTS) {
            var wrong = (ObjectNode) object.deepCopy();
            ((ObjectNode) wrong.get("spec")).put("replikas", 2);
            assertThatThrownBy(() -> strict(wrong)).isInstanceOf(UnrecognizedPropertyException.class);
        }
    }

    @Test
    void thePodsAreClosedAndTheirCommandsAndSettingsAreFootfalls() throws IOException {
        for (var kind : List.of("StatefulSet", "Job")) {
            assertClosed(pod(kind));
        }
    }

    private void assertClosed(JsonNode pod) throws IOException {
        var image = Files.readString(Path.of("docker/Dockerfile"));
        assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(pod.at("/securityContext/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
        assertThat(image)
                .contains("\nUSER " + pod.at("/securityContext/runAsUser").asText() + ":"
                        + pod.at("/securityContext/runAsGroup").asText() + "\n");
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
                ContainerFilesTest.assertValidSettings(environment(container), folder);
                var arguments = texts(container.path("args"));
                assertThat(arguments.isEmpty() ? null : Typed.problem(arguments))
                        .isNull();
            }
        }
    }

    /** With an address in place of what the cluster gives. */
    private static Map<String, Object> environment(JsonNode container) {
        var environment = new HashMap<String, Object>();
        container
                .path("env")
                .forEach(variable -> environment.put(
                        variable.path("name").asText(), variable.path("value").asText("10.1.2.3")));
        return environment;
    }

    @Test
    void whatIsMountedIsGeneratedFromTheFilesOfTheExample() {
        var example = documents(EXAMPLE.resolve("kustomization.yaml")).get(0);
        var settings = example.at("/configMapGenerator/0");
        var secrets = example.at("/secretGenerator/0");
        for (var kind : List.of("StatefulSet", "Job")) {
            var pod = pod(kind);
            assertThat(container(kind).path("image").asText())
                    .isEqualTo(example.at("/images/0/name").asText());
            var mounts = container(kind).path("volumeMounts").findValuesAsText("name");
            assertThat(pod.path("volumes").findValuesAsText("name"))
                    .containsAll(mounts.stream()
                            .filter(mount -> !mount.equals("data"))
                            .toList());
            pod.path("volumes").forEach(volume -> {
                if (volume.has("configMap")) {
                    assertThat(volume.at("/configMap/name")).isEqualTo(settings.get("name"));
                } else if (volume.has("secret")) {
                    assertThat(volume.at("/secret/secretName")).isEqualTo(secrets.get("name"));
                    assertThat(texts(secrets.path("files")))
                            .containsAll(volume.at("/secret/items").findValuesAsText("key"));
                }
            });
            // Prefix and retention of the topics are settings too.
            assertThat(environment(container(kind)))
                    .containsEntry(
                            "FOOTFALL_CONFIG",
                            mountPath(kind, "settings") + "/"
                                    + settings.at("/files/0").asText());
        }
        var credentials = one(OBJECTS, "ServiceMonitor").at("/spec/endpoints/0/authorization/credentials");
        assertThat(credentials.get("name")).isEqualTo(secrets.get("name"));
        assertThat(texts(secrets.path("files")))
                .contains(credentials.path("key").asText());
        assertThat(example.at("/replicas/0/name"))
                .isEqualTo(one(OBJECTS, "StatefulSet").at("/metadata/name"));
    }

    private static String mountPath(String kind, String volume) {
        for (var mount : container(kind).path("volumeMounts")) {
            if (mount.path("name").asText().equals(volume)) {
                return mount.path("mountPath").asText();
            }
        }
        throw new AssertionError(volume + " is not mounted");
    }

    @Test
    void theValuesOfTheExampleAreSettingsAndPropertiesOfAClient() throws Exception {
        var file = Files.copy(EXAMPLE.resolve("config.toml"), folder.resolve("config.toml"));
        var settings =
                Config.read(new Environment(Map.of("HOME", folder.toString())), new Config.Flags(file, List.of()));
        assertThat(settings.get(SettingKeys.SERVE_TOKEN_FILE))
                .contains(Path.of(mountPath("StatefulSet", TOKEN), TOKEN));
        // Else no other processor could ask this one: it listens on every address.
        assertThat(settings.get(SettingKeys.SERVE_ADDRESS)).isEqualTo("0.0.0.0");
        assertThat(environment(container("StatefulSet"))).containsKey("FOOTFALL_SERVE_ADVERTISED");
        var client = new Properties();
        client.load(Files.newBufferedReader(EXAMPLE.resolve("client.properties")));
        assertThat(client.stringPropertyNames()).contains("bootstrap.servers");
        var patch = documents(EXAMPLE.resolve("kustomization.yaml")).get(0).at("/patches/0");
        assertThat(patch.at("/target/name"))
                .isEqualTo(one(OBJECTS, "StatefulSet").at("/metadata/name"));
        var patches = Files.writeString(
                folder.resolve("patch.yaml"), "patch:\n" + patch.path("patch").asText());
        documents(patches).get(0).path("patch").forEach(change -> {
            var path = change.path("path").asText();
            var exists = path.substring(0, path.lastIndexOf('/'));
            assertThat(one(OBJECTS, "StatefulSet")
                            .at(change.path("op").asText().equals("add") ? exists : path)
                            .isMissingNode())
                    .as(path)
                    .isFalse();
        });
    }

    @Test
    void portsProbesAndLabelsAreThoseOfTheImageAndOfEachOther() throws IOException {
        var processor = container("StatefulSet");
        var port = processor.at("/ports/0");
        assertThat(Files.readString(Path.of("docker/Dockerfile")))
                .contains("FOOTFALL_SERVE_PORT=" + port.path("containerPort").asText())
                .contains("FOOTFALL_DATA_DIR=" + mountPath("StatefulSet", "data"));
        var paths = new ArrayList<String>();
        for (var probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
            assertThat(processor.at("/" + probe + "/httpGet/port")).isEqualTo(port.get("name"));
            paths.add(processor.at("/" + probe + "/httpGet/path").asText());
        }
        var service = one(OBJECTS, "Service");
        assertThat(service.at("/spec/ports/0/targetPort")).isEqualTo(port.get("name"));
        assertThat(service.at("/spec/ports/0/port")).isEqualTo(port.get("containerPort"));
        var endpoint = one(OBJECTS, "ServiceMonitor").at("/spec/endpoints/0");
        assertThat(endpoint.get("port")).isEqualTo(service.at("/spec/ports/0/name"));
        paths.add(endpoint.path("path").asText());
        var known = new ObjectMapper().readTree(Page.of("openapi.json").text()).path("paths");
        assertThat(paths).allMatch(known::has);
        var labels = one(OBJECTS, "StatefulSet").at("/spec/template/metadata/labels");
        assertThat(List.of(
                        one(OBJECTS, "StatefulSet").at("/spec/selector/matchLabels"),
                        service.at("/spec/selector"),
                        service.at("/metadata/labels"),
                        one(OBJECTS, "ServiceMonitor").at("/spec/selector/matchLabels"),
                        one(OBJECTS, "PodDisruptionBudget").at("/spec/selector/matchLabels")))
                .containsOnly(labels);
        assertThat(one(OBJECTS, "StatefulSet").at("/spec/serviceName")).isEqualTo(service.at("/metadata/name"));
        assertThat(one(OBJECTS, "Job").at("/spec/template/metadata/labels")).isNotEqualTo(labels);
    }
}
