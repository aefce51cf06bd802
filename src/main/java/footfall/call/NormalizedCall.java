package footfall.call;

import java.util.Map;

/** A call in the names that reports use: claude's tools and their input fields. */
public record NormalizedCall(String tool, Map<String, String> input) {}
