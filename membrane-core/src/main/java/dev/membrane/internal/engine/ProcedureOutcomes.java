package dev.membrane.internal.engine;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How the latest {@value #MOST} uses of a procedure ended, each once for its episode: those that
 * learning has counted, and those that an outcome reported before or beside it.
 *
 * @param uses in the order of time
 */
public record ProcedureOutcomes(List<Use> uses) {

  /** How many are kept. */
  public static final int MOST = 20;

  private static final Comparator<Use> IN_TIME =
      Comparator.comparing(Use::at).thenComparing(Use::episodeId);

  /** None is known. */
  public static final ProcedureOutcomes NONE = new ProcedureOutcomes(List.of());

  /** Keeps the latest. */
  public ProcedureOutcomes {
    List<Use> sorted = uses.stream().sorted(IN_TIME).toList();
    uses = sorted.subList(Math.max(0, sorted.size() - MOST), sorted.size());
  }

  /**
   * A use that succeeded or failed.
   *
   * @param at when, in whole microseconds
   * @param episodeId in which episode
   * @param isReported whether an outcome has told of it that learning has not counted
   */
  public record Use(Instant at, String episodeId, boolean isSuccess, boolean isReported) {

    private static Use parse(String text) {
      String letter = text.substring(0, 1);
      int colon = text.indexOf(':');
      long micros = Long.parseLong(text.substring(1, colon));
      return new Use(
          Instant.EPOCH.plus(micros, ChronoUnit.MICROS),
          text.substring(colon + 1),
          letter.equalsIgnoreCase("s"),
          letter.equals(letter.toUpperCase(Locale.ROOT)));
    }

    private String text() {
      String letter = isSuccess ? "s" : "f";
      return (isReported ? letter.toUpperCase(Locale.ROOT) : letter)
          + ChronoUnit.MICROS.between(Instant.EPOCH, at)
          + ":"
          + episodeId;
    }
  }

  /** What {@link #text} wrote, or letters alone, as earlier versions did. */
  public static ProcedureOutcomes parse(String text) {
    List<Use> uses = new ArrayList<>();
    if (text.chars().allMatch(letter -> letter == 's' || letter == 'f')) {
      for (int i = 0; i < text.length(); i++) {
        Instant at = Instant.EPOCH.plusSeconds(i);
        uses.add(new Use(at, String.valueOf(i), text.charAt(i) == 's', false));
      }
    } else {
      for (String use : text.split(" ", -1)) {
        uses.add(Use.parse(use));
      }
    }
    return new ProcedureOutcomes(uses);
  }

  /** One word for each use. */
  public String text() {
    return uses.stream().map(Use::text).collect(Collectors.joining(" "));
  }

  /** With other uses in the place of those that learning had counted. */
  public ProcedureOutcomes learned(List<Use> learned) {
    List<Use> all = new ArrayList<>(learned);
    uses.stream()
        .filter(Use::isReported)
        .filter(use -> learned.stream().noneMatch(it -> it.episodeId().equals(use.episodeId())))
        .forEach(all::add);
    return new ProcedureOutcomes(all);
  }

  /** With a use in the place of what was known of its episode. */
  public ProcedureOutcomes with(Use use) {
    List<Use> all = new ArrayList<>(without(use.episodeId()).uses);
    all.add(use);
    return new ProcedureOutcomes(all);
  }

  /** Without what is known of an episode. */
  public ProcedureOutcomes without(String episodeId) {
    return new ProcedureOutcomes(
        uses.stream().filter(use -> !use.episodeId().equals(episodeId)).toList());
  }
}
