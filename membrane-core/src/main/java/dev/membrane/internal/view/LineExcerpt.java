package dev.membrane.internal.view;

import dev.membrane.TokenEstimate;
import dev.membrane.internal.text.TextAnalyzer;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Shortens lines to what they have to do with a question. Of an episode that is the part that the
 * question asks for most, and as many of the parts around it as there is room for. A part always
 * begins with who says it, so that nothing can be taken for somebody else's words. All else is
 * shortened by its {@link RecordStatement}. Immutable.
 *
 * @param asked what the question asks for; nothing: lines are cut at their end
 */
public record LineExcerpt(TextAnalyzer analyzer, AskedFor asked) {

  /** Of a line. What follows is not looked at, which bounds the time that it takes. */
  private static final int LOOKED_AT = 200_000;

  /** What a part has of what is asked for; what stands first here decides first. */
  private record Interest(
      boolean isAbout, boolean isByTime, long words, boolean isOfTime, boolean isOfDay)
      implements Comparable<Interest> {

    private static final Interest NONE = new Interest(false, false, 0, false, false);

    @Override
    public int compareTo(Interest other) {
      return Comparator.comparing(Interest::isAbout)
          .thenComparing(Interest::isByTime)
          .thenComparing(Interest::words)
          .thenComparing(Interest::isOfTime)
          .thenComparing(Interest::isOfDay)
          .compare(this, other);
    }
  }

  /** What is shown of a line within a number of tokens. */
  String of(RecordLine line, long tokens) {
    return line.statement() == null
        ? episode(line, tokens)
        : statement(line.head(), line.statement(), tokens);
  }

  /** Where what Membrane has to say does not fit, nothing is told. */
  private static String statement(String head, RecordStatement statement, long tokens) {
    return statement
        .within(tokens - TokenEstimate.of(head))
        .map(head::concat)
        .orElseGet(() -> beginning(head, Phrase.MISSING, UnaryOperator.identity(), tokens));
  }

  private String episode(RecordLine line, long tokens) {
    long[] costs = line.parts().stream().mapToLong(part -> cost(part, line)).toArray();
    int best = mostAsked(line.parts());
    long left =
        tokens - TokenEstimate.of(line.head()) - 2 * TokenEstimate.of(Phrase.MISSING) - costs[best];
    if (left < 0) {
      return cut(line, best, tokens);
    }
    int first = best;
    int end = best + 1;
    boolean hasGrown = true;
    while (hasGrown) {
      hasGrown = false;
      if (end < costs.length && costs[end] <= left) {
        left -= costs[end++];
        hasGrown = true;
      }
      if (first > 0 && costs[first - 1] <= left) {
        left -= costs[--first];
        hasGrown = true;
      }
    }
    return line.head()
        + (first > 0 ? Phrase.MISSING + ToldText.BETWEEN : "")
        + line.content(first, end)
        + (end < costs.length ? ToldText.BETWEEN + Phrase.MISSING : "");
  }

  /** The most tokens of a part and of what stands between it and the next. */
  private static long cost(LinePart part, RecordLine line) {
    return TokenEstimate.of(OneLine.of(part.text(line.day())) + ToldText.BETWEEN);
  }

  /**
   * The part that is asked for most, the first if there are several. A part with a word of the
   * question besides the time that it names goes before those without, and then one of that time
   * before others. Among its parts the words decide, and only then the very day: an event is often
   * told some days after it happened. What holds today may have been told long ago, so that of a
   * time that goes on the words decide before the time.
   */
  private int mostAsked(List<LinePart> parts) {
    int best = 0;
    Interest most = Interest.NONE;
    int seen = 0;
    for (int i = 0; i < parts.size(); i++) {
      LinePart part = parts.get(i);
      String text = part.who() + " " + part.what();
      Interest interest = interest(part.day(), seen < LOOKED_AT ? text : "");
      seen = Math.min(LOOKED_AT, seen + text.length());
      if (interest.compareTo(most) > 0) {
        most = interest;
        best = i;
      }
    }
    return best;
  }

  private Interest interest(@Nullable LocalDate day, String text) {
    Set<String> terms = Set.copyOf(analyzer.terms(text));
    boolean isAbout = asked.isAbout(terms);
    boolean isOfTime = day != null && asked.mayBeToldOn(day);
    return new Interest(
        isAbout,
        isOfTime && !(isAbout && asked.isOfNow()),
        asked.count(terms),
        isOfTime,
        day != null && asked.includes(day));
  }

  /** As much of one part as fits. */
  private String cut(RecordLine line, int number, long tokens) {
    LinePart part = line.parts().get(number);
    String what = OneLine.of(part.what());
    String before =
        line.head() + (number > 0 ? Phrase.MISSING + ToldText.BETWEEN : "") + part.lead(line.day());
    int start = part.who().isEmpty() ? 0 : start(what, tokens - TokenEstimate.of(before));
    String piece = (start > 0 ? Phrase.MISSING : "") + what.substring(start);
    return beginning(before, piece, part::shown, tokens);
  }

  /**
   * Where that begins which has most words of the question, at the beginning of a word. A token may
   * be shorter than it is on average, so that less than all room is relied on.
   */
  private int start(String what, long tokens) {
    long most = Math.max(1, TokenEstimate.of(what));
    int window = (int) Math.max(0, 3L * what.length() * tokens / (4 * most));
    int place = densest(places(what), window / 2);
    int early = Math.min(place - window / 4, what.length() - window);
    if (early <= 0) {
      return 0;
    }
    int blank = what.indexOf(' ', early);
    int start = blank < 0 || blank > place ? place : blank + 1;
    return Character.isLowSurrogate(what.charAt(start)) ? start - 1 : start;
  }

  /** Where words of the question stand first, in order. */
  private int[] places(String what) {
    Map<String, Integer> places = analyzer.places(what);
    return asked.terms().stream()
        .filter(places::containsKey)
        .mapToInt(places::get)
        .sorted()
        .toArray();
  }

  /** The place after which most others follow within a length, the first if there are several. */
  private static int densest(int[] places, int length) {
    int best = 0;
    int most = 0;
    for (int i = 0; i < places.length; i++) {
      int end = i;
      while (end < places.length && places[end] < places[i] + length) {
        end++;
      }
      if (end - i > most) {
        most = end - i;
        best = places[i];
      }
    }
    return best;
  }

  /** The longest beginning that fits: the longer it is, the more tokens it has. */
  private static String beginning(
      String before, String what, UnaryOperator<String> shown, long tokens) {
    OptionalInt length =
        Longest.from(
            0,
            before.length() + what.length(),
            some -> TokenEstimate.of(beginning(before, what, shown, some)) <= tokens);
    return beginning(before, what, shown, length.orElse(0));
  }

  private static String beginning(
      String before, String what, UnaryOperator<String> shown, int length) {
    return length < before.length()
        ? OneLine.cut(before, length)
        : before + shown.apply(OneLine.cut(what, length - before.length()));
  }
}
