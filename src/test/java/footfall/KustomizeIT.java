package footfall;

import static footfall.KubernetesFiles.documents;
import static footfall.KubernetesFiles.one;
import static footfall.KubernetesFiles.strict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What Kustomize makes of {@code docker/kubernetes/example}, where it is installed. */
@Timeout(60)
class KustomizeIT {
    @TempDir
    Path folder;

    private static boolean isInstalled() {
        return Stream.of(System.getenv("PATH").split(":")).anyMatch(in -> Files.isExecutable(Path.of(in, "kustomize")));
    }

    private List<JsonNode> built(String token) throws IOException, InterruptedException {
        try (var files = Files.walk(KubernetesFiles.FOLDER)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var copy = folder.resolve(KubernetesFiles.FOLDER.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.write(copy, Files.readAllBytes(file));
            }
        }
        Files.writeString(folder.resolve("example/token"), token);
        var out = folder.resolve("out.yaml");
        var err = folder.resolve("err");
        var process = new ProcessBuilder(
                        "kustomize", "build", folder.resolve("example").toString())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertThat(process.waitFor()).as(Files.readString(err)).isZero();
        return documents(out);
    }

    @Test
    void theExampleBecomesObjectsOfKubernetesWithItsValuesAndANewSecretRestartsThePods() throws Exception {
        assumeTrue(isInstalled(), "kustomize is not installed");
        var objects = built("one");
        var kinds = new TreeSet<String>();
        for (var object : objects) {
            strict(object);
            kinds.add(object.path("kind").asText());
            assertThat(object.at("/metadata/namespace").asText()).isEqualTo("footfall");
        }
        assertThat(kinds).isEqualTo(new TreeSet<>(KubernetesFiles.KINDS.keySet()));
        var processors = one(objects, "StatefulSet");
        assertThat(processors.findValuesAsText("image")).containsOnly("registry.example.com/footfall:0.2.0");
        assertThat(processors.at("/spec/replicas").asInt()).isEqualTo(2);
        assertThat(processors
                        .at("/spec/volumeClaimTemplates/0/spec/resources/requests/storage")
                        .asText())
                .isEqualTo("50Gi");
        var secret = secret(objects);
        assertThat(secret).startsWith("footfall-");
        assertThat(processors.findValuesAsText("secretName")).containsOnly(secret);
        assertThat(one(objects, "Job").findValuesAsText("secretName")).containsOnly(secret);
        assertThat(one(objects, "ServiceMonitor")
                        .at("/spec/endpoints/0/authorization/credentials/name")
                        .asText())
                .isEqualTo(secret);
        assertThat(secret(built("two"))).isNotEqualTo(secret);
    }

    private static String secret(List<JsonNode> objects) {
        return one(objects, "Secret").at("/metadata/name").asText();
    }
}
