package footfall.redact;

import footfall.line.Bytes;
import footfall.line.FileId;
import footfall.line.Source;
import java.util.Objects;

/**
 * One line of a transcript as it stands in the file, without its newline: content that may not leave the
 * machine. {@code bytes} are lent by the reader until the next line is asked for; {@code offset} is their
 * place in the file.
 */
public record RawLine(FileId file, long offset, Source source, Bytes bytes) {
  public RawLine {
    Objects.requireNonNull(file, "file is null");
    Objects.requireNonNull(source, "source is null");
    Objects.requireNonNull(bytes, "bytes is null");
  }

  /** Never the content. */
  @Override
  public String toString() {
    return "RawLine[" + file + " at " + offset + ", " + bytes.length() + " bytes]";
  }
}
