package footfall;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Documents of Kubernetes, and the model of its API that they are compared with. */
final class KubernetesFiles {
    static final Path FOLDER = Path.of("docker", "kubernetes");

    static final Map<String, Class<?>> KINDS = Map.of(
            "ConfigMap", ConfigMap.class,
            "Job", Job.class,
            "PodDisruptionBudget", PodDisruptionBudget.class,
            "Secret", Secret.class,
            "Service", Service.class,
            "ServiceMonitor", ServiceMonitor.class,
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

    private KubernetesFiles() {}

    /** The documents of a file. */
    static List<JsonNode> documents(Path file) {
        try {
            return ContainerFilesTest.yaml(file).stream()
                    .map(document -> STRICT.<JsonNode>valueToTree(document))
                    .toList();
        } catch (IOException unread) {
            throw new UncheckedIOException(unread);
        }
    }

    /** The objects that these files create. */
    static List<JsonNode> objects(Stream<Path> files) {
        return files.flatMap(file -> documents(file).stream()).toList();
    }

    static JsonNode one(List<JsonNode> objects, String kind) {
        var found = objects.stream()
                .filter(object -> object.path("kind").asText().equals(kind))
                .toList();
        assertThat(found).as(kind).hasSize(1);
        return found.get(0);
    }

    /** Fails for a kind, a field or a type that the API does not have. */
    static void strict(JsonNode object) throws JsonProcessingException {
        assertThat(KINDS).containsKey(object.path("kind").asText());
        STRICT.treeToValue(object, KINDS.get(object.path("kind").asText()));
    }
}
