package footfall;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every page that a page points at is there. */
class DocsTest {
  private static final Pattern LINK = Pattern.compile("\\]\\((?!\\w+:|#)([^)#\\s]+)(?:#[^)]*)?\\)");

  @Test
  void relativeLinksResolve() throws IOException {
    var broken = new ArrayList<String>();
    for (var page : pages()) {
      LINK.matcher(Files.readString(page)).results().map(link -> link.group(1))
          .filter(link -> !Files.exists(page.resolveSibling(link)))
          .forEach(link -> broken.add(page + " points at " + link));
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void everyPageOfTheDocsIsReachedFromTheReadmeOrTheArchitecture() throws IOException {
    var maps = Files.readString(Path.of("README.md")) + Files.readString(Path.of(
        "topology-docs/ARCHITECTURE.md"));
    assertThat(pages()).filteredOn(page -> page.getParent() != null && page.getParent().endsWith(
        "topology-docs"))
        .allSatisfy(page -> assertThat(maps).contains(page.getFileName().toString()));
  }

  private static List<Path> pages() throws IOException {
    var pages = new ArrayList<>(List.of(Path.of("README.md")));
    for (var directory : Stream.of("topology-docs", "docker", "connectors").map(Path::of).toList()) {
      if (Files.isDirectory(directory)) {
        try (var below = Files.walk(directory)) {
          below.filter(path -> path.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
      }
    }
    return pages;
  }
}
