package footfall.view;

import java.util.List;

/**
 * How far the transcripts of this machine have been sent. {@code isSearched}: all places have been searched
 * once, so that no {@code files} means that there are none; they need not be read yet. {@code files} are
 * followed, {@code unreadable} are not; {@code lines} were sent since the start, {@code rejected} were none;
 * {@code bytesBehind} are in the files and not sent yet. {@code troubles} say in words what cannot be read,
 * or be gone on from. {@code places} are where transcripts are looked for.
 */
public record Shipped(
    boolean isSearched, int files, int unreadable, long lines, long rejected, long bytesBehind,
    List<String> troubles, List<String> places) {
  public static final Shipped NONE = new Shipped(false, 0, 0, 0, 0, 0, List.of(), List.of());

  public Shipped {
    troubles = List.copyOf(troubles);
    places = List.copyOf(places);
  }
}
