package footfall.ship;

import static footfall.testkit.Transcripts.session;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.tail.Disk;
import footfall.tail.LocalDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewFilesTest {
    private static final int MANY = 2_345;

    @TempDir
    Path home;

    private final LocalDisk disk = new LocalDisk();
    private final List<Disk.Entry> entries = new ArrayList<>();

    /** {@code second}: of its first line, which decides the order. */
    private void write(int second, String name) throws IOException {
        var file = home.resolve(name + ".jsonl");
        Files.createDirectories(file.getParent());
        Files.write(file, session(name).prompt(second, "go").lines());
        entries.add(disk.stat(file));
    }

    private NewFiles found(List<Disk.Entry> scanned) {
        var files = new NewFiles();
        for (var folder : List.of(home, home.resolve("p"), home.resolve("q"))) {
            var those =
                    scanned.stream().filter(entry -> entry.path().getParent().equals(folder));
            assertThat(files.add(those.toList(), Set.of(), disk, new UnreadableFiles()))
                    .isEmpty();
        }
        return files.sorted();
    }

    private static List<Disk.Entry> left(NewFiles files) {
        var left = new ArrayList<Disk.Entry>();
        for (var part = files.next(); !part.isEmpty(); part = files.next()) {
            part.forEach(file -> left.add(file.entry()));
        }
        return left;
    }

    @Test
    void manyFilesComeInTheOrderOfTheirFirstLinesWithTheirSizesAndTimes() throws IOException {
        for (int i = 0; i < MANY; i++) {
            write(i, (i % 2 == 0 ? "p/s" : "q/s") + i);
        }
        var shuffled = new ArrayList<>(entries);
        Collections.shuffle(shuffled, new Random(1));
        var files = found(shuffled);
        assertThat(files.count()).isEqualTo(MANY);
        assertThat(files.bytes())
                .isEqualTo(entries.stream().mapToLong(Disk.Entry::size).sum());
        assertThat(left(files)).isEqualTo(entries);
        assertThat(files.count()).isZero();
        assertThat(files.bytes()).isZero();
    }

    @Test
    void anyNameIsKept() throws IOException {
        write(0, "p/é 日本");
        write(1, "p/%20#?&=");
        write(2, "q/a b");
        assertThat(left(found(entries))).isEqualTo(entries);
    }

    @Test
    void filesThatAreShippedAgainComeFirst() throws IOException {
        for (int i = 0; i < 3; i++) {
            write(i, "p/s" + i);
        }
        var files = found(entries);
        assertThat(files.next()).hasSize(3);
        files.back(file -> !file.path().endsWith("s1.jsonl"));
        assertThat(files.count()).isEqualTo(2);
        assertThat(left(files)).containsExactly(entries.get(0), entries.get(2));
    }

    @Test
    void aFileOfTwoHomesComesOnce() throws IOException {
        write(0, "p/s");
        entries.add(entries.get(0));
        assertThat(left(found(entries))).hasSize(1);
    }
}
