package footfall.call;

import java.util.Map;
import java.util.Set;

/** A call in the names that reports use: claude's tools and their input fields. */
public record NormalizedCall(String tool, Map<String, String> input) {
    /** The tools on one file, whose path is the field {@code file_path}. */
    static final Set<String> FILE_TOOLS = Set.of("Read", "Write", "Edit");
}
