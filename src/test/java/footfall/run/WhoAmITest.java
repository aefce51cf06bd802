package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.redact.Identity;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WhoAmITest {
  @TempDir Path data;

  private Identity identity(Path folder) throws Unable {
    return WhoAmI.identity(Identity.Rules.DEFAULTS, folder);
  }

  @Test
  void aPseudonymIsTheSameAtEveryStartAndAnotherWithAnotherKey() throws Exception {
    var first = identity(data.resolve("one"));
    assertThat(identity(data.resolve("one"))).isEqualTo(first);
    assertThat(identity(data.resolve("two")).user()).isNotEqualTo(first.user());
  }

  @Test
  void anEmptyKeyIsNamedWithTheWayOut() throws Exception {
    var key = Files.createFile(data.resolve("identity.key"));
    assertThatThrownBy(() -> identity(data)).isInstanceOf(Unable.class)
        .hasMessage(key + " is empty; delete it, and pseudonyms are made with another key");
  }

  @Test
  void aFolderThatCannotBeMadeIsNamedWithTheReason() throws Exception {
    var file = Files.createFile(data.resolve("file"));
    assertThatThrownBy(() -> identity(file)).isInstanceOf(Unable.class).hasMessage("cannot keep "
        + file.resolve("identity.key") + ": a file is in the way; choose another folder with data_dir");
  }
}
