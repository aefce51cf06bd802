package footfall.testkit;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** For tests of one class that share a cluster. */
public abstract class SharedCluster {
    @TempDir
    protected static Path folder;

    protected static Cluster cluster;

    @BeforeAll
    static void startCluster() {
        cluster = Cluster.start(folder);
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }
}
