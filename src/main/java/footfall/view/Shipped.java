package footfall.view;

import java.util.List;

/**
 * The progress of shipping. {@code isSearched}: all places were searched once, so {@code files} = 0 means
 * that there are none; they may not have been read yet. {@code files} are followed, {@code unreadable} are
 * not; {@code lines} were sent since the start, {@code rejected} were invalid; {@code bytesBehind} is the
 * backlog. {@code problems} describes what cannot be read or saved. {@code places} are searched for
 * transcripts.
 */
public record Shipped(
        boolean isSearched,
        int files,
        int unreadable,
        long lines,
        long rejected,
        long bytesBehind,
        List<String> problems,
        List<String> places) {
    public static final Shipped NONE = new Shipped(false, 0, 0, 0, 0, 0, List.of(), List.of());

    public Shipped {
        problems = List.copyOf(problems);
        places = List.copyOf(places);
    }
}
