package footfall.ship;

import java.nio.file.Path;
import java.util.Map;

/**
 * The existing files, how many of them have bytes that are not acknowledged, and how many bytes. {@code agents}: the
 * number of files of each agent. {@code headless}: why files that were read have no effect. {@code filesOutdated}:
 * how many files are to be sent again, because an older reader read them.
 */
record ShipBacklog(
        int files,
        int filesBehind,
        long bytesBehind,
        Map<String, Integer> agents,
        Map<Path, String> headless,
        int filesOutdated) {}
