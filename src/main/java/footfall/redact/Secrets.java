package footfall.redact;

import java.util.List;
import java.util.regex.Pattern;

/** Secrets of known formats. What looks like none is not found: masking is a net, not a wall. */
final class Secrets {
  static final String MASK = "<secret>";

  private static final List<Pattern> FORMATS =
      List.of(
          Pattern.compile(
              "-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\\z)"),
          Pattern.compile("\\bsk-[A-Za-z0-9_-]{16,}"),
          Pattern.compile("\\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}"),
          Pattern.compile("\\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})"),
          Pattern.compile("\\bglpat-[A-Za-z0-9_-]{16,}"),
          Pattern.compile("\\bxox[a-z]-[A-Za-z0-9-]{10,}"),
          Pattern.compile("\\b(?:AKIA|ASIA)[A-Z0-9]{16}\\b"),
          Pattern.compile("\\bAIza[A-Za-z0-9_-]{30,}"),
          Pattern.compile("\\bya29\\.[A-Za-z0-9_-]{10,}"),
          Pattern.compile("\\b(?:npm_|hf_|dop_v1_|pypi-|SG\\.)[A-Za-z0-9_.-]{20,}"),
          Pattern.compile("\\beyJ[A-Za-z0-9_-]{5,}\\.[A-Za-z0-9_-]{5,}(?:\\.[A-Za-z0-9_-]*)?"),
          Pattern.compile("(?<=://)[^\\s/@:]*:[^\\s/@]+(?=@)"),
          Pattern.compile("(?i)(?<=\\b(?:bearer|basic) )[A-Za-z0-9+/_=.~-]{8,}"),
          Pattern.compile(
              "(?i)(?<=(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|credential)s?"
                  + "[\"']? {0,3}[:=] {0,3}[\"']?)[^\\s\"',;&]{4,}"));

  private Secrets() {}

  static String masked(String text) {
    var masked = text;
    for (var format : FORMATS) {
      masked = format.matcher(masked).replaceAll(MASK);
    }
    return masked;
  }
}
