package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.config.Config;
import footfall.config.Environment;
import footfall.config.Settings;
import footfall.redact.Identity;
import footfall.report.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalIdentityTest {
    private static final int STARTS = 8;
    private static final int ROUNDS = 50;

    @TempDir
    Path data;

    private Identity identity(Path folder) throws UserError {
        return LocalIdentity.identity(Identity.Rules.DEFAULTS, folder);
    }

    @Test
    void aPseudonymIsTheSameAtEveryStartAndAnotherWithAnotherKey() throws Exception {
        var first = identity(data.resolve("one"));
        assertThat(identity(data.resolve("one"))).isEqualTo(first);
        assertThat(identity(data.resolve("two")).user()).isNotEqualTo(first.user());
    }

    @Test
    void targetsAreHashedUnlessTheyAreOff() throws Exception {
        assertThat(LocalIdentity.redactRules(settings("on")).targets()).isNotNull();
        assertThat(LocalIdentity.redactRules(settings("off")).targets()).isNull();
    }

    private Settings settings(String targets) throws Exception {
        var flags = new Config.Flags(null, List.of("data_dir=" + data, "targets=" + targets));
        return Config.read(new Environment(Map.of("HOME", "/nowhere")), flags);
    }

    @Test
    void anEmptyKeyIsNamedWithTheWayOut() throws Exception {
        var key = Files.createFile(data.resolve("identity.key"));
        assertThatThrownBy(() -> identity(data))
                .isInstanceOf(UserError.class)
                .hasMessage(key + " is empty; delete it to create a new key, which changes all pseudonyms");
    }

    @Test
    void startsAtTheSameMomentHaveOneKey() throws Exception {
        var threads = Executors.newFixedThreadPool(STARTS);
        try {
            for (int round = 0; round < ROUNDS; round++) {
                var folder = data.resolve("round" + round);
                var together = new CyclicBarrier(STARTS);
                var users = new HashSet<String>();
                Callable<String> start = () -> {
                    together.await();
                    return identity(folder).user();
                };
                for (var started : threads.invokeAll(Collections.nCopies(STARTS, start))) {
                    users.add(started.get());
                }
                assertThat(users).hasSize(1);
                try (var files = Files.list(folder)) {
                    assertThat(files).containsExactly(folder.resolve("identity.key"));
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aNewFolderIsTheOwnersAloneAndOneThatWasThereKeepsItsRights() throws Exception {
        identity(data.resolve("new"));
        assertThat(rights(data.resolve("new"))).isEqualTo("rwx------");
        assertThat(rights(data.resolve("new/identity.key"))).isEqualTo("rw-------");
        var open = Files.createDirectory(data.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxr-x"));
        identity(open);
        assertThat(rights(open)).isEqualTo("rwxrwxr-x");
    }

    private static String rights(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void aFolderThatCannotBeMadeIsNamedWithTheReason() throws Exception {
        var file = Files.createFile(data.resolve("file"));
        assertThatThrownBy(() -> identity(file))
                .isInstanceOf(UserError.class)
                .hasMessage(file + " is not a folder; choose another folder with data_dir");
        assertThatThrownBy(() -> identity(file.resolve("below")))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith("cannot read or create " + file.resolve("below/identity.key") + ": ");
    }
}
