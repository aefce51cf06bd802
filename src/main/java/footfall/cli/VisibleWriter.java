package footfall.cli;

import footfall.screen.SafeText;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/** Writes untrusted text to a terminal: keeps line breaks and tabs, escapes other control characters. */
final class VisibleWriter extends FilterWriter {
    VisibleWriter(Writer out) {
        super(out);
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
        int start = from;
        for (int i = from; i < from + length; i++) {
            char c = text.charAt(i);
            if (c == '\n' || c == '\t') {
                out.write(SafeText.of(text.substring(start, i)));
                out.write(c);
                start = i + 1;
            }
        }
        out.write(SafeText.of(text.substring(start, from + length)));
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
        write(new String(text, from, length), 0, length);
    }

    @Override
    public void write(int c) throws IOException {
        write(String.valueOf((char) c), 0, 1);
    }
}
