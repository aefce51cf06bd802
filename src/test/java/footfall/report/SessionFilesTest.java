package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.line.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionFilesTest {
  @TempDir Path folder;
  private SessionFiles files;

  @BeforeEach
  void twoHomes() throws IOException {
    write("one/projects/-w-shop/abc111.jsonl");
    write("one/projects/-w-shop/abc222.jsonl");
    write("one/projects/-w-shop/abc222/subagents/agent-abd.jsonl");
    write("one/projects/-w-shop/agent-abe.jsonl");
    write("two/projects/-w-mill/abc2.jsonl");
    files = new SessionFiles(List.of(folder.resolve("one"), folder.resolve("two"), folder.resolve("none")));
  }

  private Path write(String place) throws IOException {
    var path = folder.resolve(place);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, "{}\n");
  }

  @Test
  void aPathIsTakenAsItIs() throws Exception {
    var file = write("elsewhere/talk.jsonl");
    assertThat(files.find(file.toString())).isEqualTo(file);
  }

  @Test
  void theBeginningOfOneSessionIsEnoughAndAWholeIdIsItself() throws Exception {
    assertThat(files.find("abc1")).isEqualTo(folder.resolve("one/projects/-w-shop/abc111.jsonl"));
    assertThat(files.find("abc2")).isEqualTo(folder.resolve("two/projects/-w-mill/abc2.jsonl"));
    assertThat(files.find("abc22")).isEqualTo(folder.resolve("one/projects/-w-shop/abc222.jsonl"));
  }

  @Test
  void severalAreListed() {
    refused("ab", """
        3 transcripts are meant by ab:
          %1$s/one/projects/-w-shop/abc111.jsonl
          %1$s/two/projects/-w-mill/abc2.jsonl
          %1$s/one/projects/-w-shop/abc222.jsonl
        give more of the id, or the file""");
  }

  @Test
  void ofCopiesOfOneFileTheLongestIsMeant() throws Exception {
    var copy = write("two/projects/-w-mill/abc111.jsonl");
    Files.writeString(copy, "{}\n{}\n");
    assertThat(files.find("abc111")).isEqualTo(copy);
  }

  @Test
  void aSessionThatStandsInSeveralFilesHasThemInTheirOrderAndWhoNeedsOneIsToldThem() throws Exception {
    var later = folder.resolve("one/projects/-w-shop/abc111.jsonl");
    Files.writeString(later, "{\"type\":\"x\",\"timestamp\":\"2026-01-05T10:00:09Z\"}\n");
    var earlier = write("two/projects/-w-mill/abc111.jsonl");
    Files.writeString(earlier, "{\"type\":\"x\",\"timestamp\":\"2026-01-05T10:00:00Z\"}\n");
    assertThat(files.all("abc11")).containsExactly(earlier, later);
    refused("abc11", """
        what abc11 means stands in 2 files:
          %1$s/two/projects/-w-mill/abc111.jsonl
          %1$s/one/projects/-w-shop/abc111.jsonl
        name one of them""");
  }

  @Test
  void manyAreCutShort() throws IOException {
    for (int i = 10; i < 40; i++) {
      write("one/projects/-w-shop/many-" + i + ".jsonl");
    }
    assertThatThrownBy(() -> files.find("many")).isInstanceOf(Unable.class)
        .hasMessageStartingWith("30 transcripts are meant by many:\n")
        .hasMessageEndingWith("many-29.jsonl\n  and 10 more\ngive more of the id, or the file");
  }

  @Test
  void whatIsNotThereIsSaidWithTheWayOut() {
    refused("zzz", "no session begins with zzz in %1$s/one, %1$s/two; name a file, or more of them with "
        + "--set homes=DIR");
    refused("agent-abe", "no session begins with agent-abe in %1$s/one, %1$s/two; name a file, or more of "
        + "them with --set homes=DIR");
    refused("missing.jsonl", "there is no missing.jsonl; name a transcript, or the beginning of a session's "
        + "id");
    refused(folder + "/one", "%1$s/one is a folder; name one transcript in it, or a session");
    refused(" ", "an empty name is no session; give a file or the beginning of a session's id");
    refused("a\0b", "no session begins with a\0b in %1$s/one, %1$s/two; name a file, or more of them with "
        + "--set homes=DIR");
  }

  @Test
  void withoutAnyHomeThatIsSaid() {
    var none = new SessionFiles(List.of(folder.resolve("none")));
    assertThatThrownBy(() -> none.find("abc")).isInstanceOf(Unable.class).hasMessage(
        "no session can be looked up: there is no " + folder + "/none; name a file");
  }

  private void refused(String named, String message) {
    assertThatThrownBy(() -> files.find(named)).isInstanceOf(Unable.class).hasMessage(message.formatted(
        folder));
  }

  @Test
  void aSubagentsOwnFileHasNoSiblingsAsItsSubagents() throws IOException {
    var one = write("one/projects/-w-shop/agent-x.jsonl");
    Files.writeString(one, "{\"type\":\"user\",\"sessionId\":\"abc111\",\"message\":{\"content\":\"go\"}}\n");
    var other = write("one/projects/-w-shop/agent-y.jsonl");
    Files.writeString(other, Files.readString(one));
    assertThat(SessionFiles.agents(one, new SessionId("abc111"))).isEmpty();
    var main = folder.resolve("one/projects/-w-shop/abc111.jsonl");
    assertThat(SessionFiles.agents(main, new SessionId("abc111"))).containsExactly(one, other);
  }
}
