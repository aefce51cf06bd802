package footfall.line;

import java.util.Objects;

/**
 * Names one transcript file wherever it lies: no folder and no host, so the same file on two machines has one
 * id. {@code name} is dialect, session and agent as the file's name says; {@code firstLineHash} is the hash
 * of its first whole line (hexadecimal); {@code generation} rises by one at each truncation or replacement
 * that a shipper sees.
 */
public record FileId(String name, String firstLineHash, int generation) {
  public FileId {
    Objects.requireNonNull(name, "name is null");
    Objects.requireNonNull(firstLineHash, "firstLineHash is null");
    if (generation < 0) {
      throw new IllegalArgumentException("generation is negative");
    }
  }

  /**
   * {@code claude/5f0c…/a1b2@9f86d081884c7d65.0}; the form of the header and of the topic {@code rejected}.
   */
  @Override
  public String toString() {
    return name + "@" + firstLineHash + "." + generation;
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @throws IllegalArgumentException when it is anything else
   */
  public static FileId parse(String text) {
    int at = text.lastIndexOf('@');
    int dot = text.lastIndexOf('.');
    if (at < 0 || dot < at) {
      throw new IllegalArgumentException("file id is malformed");
    }
    return new FileId(text.substring(0, at), text.substring(at + 1, dot), Integer.parseInt(text.substring(dot
        + 1)));
  }
}
