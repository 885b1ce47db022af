package dev.membrane.internal.view;

import dev.membrane.TokenEstimate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * What a record that is no episode says, in clauses of which each may be shortened.
 *
 * @param title the first clause: all of a fact, else what the others are about
 */
record RecordStatement(Clause title, List<Clause> others) {

  /** The whole statement. */
  String text() {
    return text(Integer.MAX_VALUE, false);
  }

  private String text(int most, boolean isBrief) {
    String rest =
        others.stream()
            .map(clause -> clause.text(most, isBrief))
            .collect(Collectors.joining(ToldText.BETWEEN));
    return OneLine.of(title.text(most, isBrief) + " " + rest);
  }

  /**
   * The statement in at most so many tokens. Of each clause as much of what others told is left, so
   * that the longest lose most. Only if nothing would be left of it, the limits are cut, too.
   * Empty: what Membrane has to say does not fit even so.
   */
  Optional<String> within(long tokens) {
    return within(tokens, false).or(() -> within(tokens, true));
  }

  private Optional<String> within(long tokens, boolean isBrief) {
    OptionalInt most =
        Longest.from(1, text().length(), length -> fits(text(length, isBrief), tokens));
    return most.isPresent() ? Optional.of(text(most.getAsInt(), isBrief)) : Optional.empty();
  }

  private static boolean fits(String text, long tokens) {
    return TokenEstimate.of(text) <= tokens;
  }
}
