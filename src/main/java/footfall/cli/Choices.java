package footfall.cli;

import footfall.eventlog.LogRules;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Options that take one of a few words. */
final class Choices {
  private Choices() {}

  static final class Case implements ITypeConverter<LogRules.CaseBy> {
    @Override
    public LogRules.CaseBy convert(String word) {
      return of(LogRules.CaseBy.values(), word);
    }
  }

  static final class Activity implements ITypeConverter<LogRules.ActivityBy> {
    @Override
    public LogRules.ActivityBy convert(String word) {
      return of(LogRules.ActivityBy.values(), word);
    }
  }

  static final class Format implements ITypeConverter<EventsCommand.Format> {
    @Override
    public EventsCommand.Format convert(String word) {
      return of(EventsCommand.Format.values(), word);
    }
  }

  private static <E extends Enum<E>> E of(E[] all, String word) {
    for (var one : all) {
      if (word(one).equals(word)) {
        return one;
      }
    }
    throw new TypeConversionException("'" + word + "' is none of " + Arrays.stream(all).map(Choices::word)
        .collect(Collectors.joining(", ")));
  }

  private static String word(Enum<?> one) {
    return one.name().toLowerCase(Locale.ROOT);
  }
}
