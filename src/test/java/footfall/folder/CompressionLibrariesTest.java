package footfall.folder;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import footfall.testkit.ChildJava;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CompressionLibrariesTest {
    @TempDir
    Path folder;

    /** In a process whose temporary folder does not exist, as in a container with a read-only root. */
    @Test
    void compressionNeedsNoTemporaryFolder() throws Exception {
        var command = ChildJava.command("-Djava.io.tmpdir=" + folder.resolve("missing"));
        command.addAll(List.of(
                CompressionLibrariesTest.class.getName(),
                folder.resolve("native").toString()));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertThat(new String(process.getInputStream().readAllBytes())).contains("1000 1000 LZ4Factory:JNI");
        assertThat(process.waitFor()).isZero();
        try (var left = Files.walk(folder)) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
    }

    /** What the other process does. */
    public static void main(String[] arguments) {
        CompressionLibraries.load(Path.of(arguments[0]));
        var text = new byte[1_000];
        var lz4 = LZ4Factory.fastestInstance();
        System.out.println(Zstd.decompress(Zstd.compress(text), text.length).length + " "
                + lz4.fastDecompressor().decompress(lz4.fastCompressor().compress(text), text.length).length + " "
                + lz4);
    }
}
