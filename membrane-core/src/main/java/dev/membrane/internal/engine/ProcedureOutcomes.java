package dev.membrane.internal.engine;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How the uses of a procedure ended, each episode counted once. It has the uses that learning has
 * counted, and those that an outcome reported before learning or independently of it.
 *
 * @param uses the latest {@value #MOST}, in the order of time
 * @param earlier how those ended that were reported before them and that learning had not counted
 */
public record ProcedureOutcomes(List<Use> uses, EndedRuns earlier) {

  /** How many are kept. */
  public static final int MOST = 20;

  private static final Comparator<Use> IN_TIME =
      Comparator.comparing(Use::at).thenComparing(Use::episodeId);

  /** None is known. */
  public static final ProcedureOutcomes NONE = new ProcedureOutcomes(List.of(), EndedRuns.NONE);

  /** Copies the list. */
  public ProcedureOutcomes {
    uses = List.copyOf(uses);
  }

  /** The latest of some uses; the others are counted as earlier ones. */
  private static ProcedureOutcomes latest(List<Use> uses, EndedRuns earlier) {
    List<Use> sorted = uses.stream().sorted(IN_TIME).toList();
    int surplus = Math.max(0, sorted.size() - MOST);
    return new ProcedureOutcomes(
        sorted.subList(surplus, sorted.size()), earlier.plus(reported(sorted.subList(0, surplus))));
  }

  private static EndedRuns reported(List<Use> uses) {
    long successes = uses.stream().filter(use -> use.isReported() && use.isSuccess()).count();
    return new EndedRuns(successes, uses.stream().filter(Use::isReported).count());
  }

  /** How all the uses ended that learning has not counted. */
  public EndedRuns reported() {
    return earlier.plus(reported(uses));
  }

  /** When the latest use was; empty if that is not known. */
  public Optional<Instant> lastUse() {
    return latest(uses.stream());
  }

  /** When the latest use was that succeeded; empty if that is not known. */
  public Optional<Instant> lastSuccess() {
    return latest(uses.stream().filter(Use::isSuccess));
  }

  /** Earlier versions kept no instants: they are read as the first seconds of 1970. */
  private static Optional<Instant> latest(Stream<Use> uses) {
    return uses.map(Use::at).filter(at -> at.getEpochSecond() >= MOST).max(Instant::compareTo);
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
      return new ProcedureOutcomes(uses, EndedRuns.NONE);
    }
    EndedRuns earlier = EndedRuns.NONE;
    for (String word : text.split(" ", -1)) {
      if (Character.isDigit(word.charAt(0))) {
        earlier = EndedRuns.parse(word);
      } else {
        uses.add(Use.parse(word));
      }
    }
    return new ProcedureOutcomes(uses, earlier);
  }

  /** One word for each use, and the counts of the earlier ones before them. */
  public String text() {
    Stream<String> before = earlier.runs() == 0 ? Stream.empty() : Stream.of(earlier.text());
    return Stream.concat(before, uses.stream().map(Use::text)).collect(Collectors.joining(" "));
  }

  /** With other uses in the place of those that learning had counted. */
  public ProcedureOutcomes learned(List<Use> learned) {
    List<Use> all = new ArrayList<>(learned);
    uses.stream()
        .filter(Use::isReported)
        .filter(use -> learned.stream().noneMatch(it -> it.episodeId().equals(use.episodeId())))
        .forEach(all::add);
    return latest(all, earlier);
  }

  /**
   * With a use in the place of what was known of its episode. One that was before all the latest
   * may be among the earlier ones, and changes nothing.
   */
  public ProcedureOutcomes with(Use use) {
    if (uses.size() == MOST && IN_TIME.compare(use, uses.get(0)) < 0) {
      return this;
    }
    List<Use> all = new ArrayList<>(without(use.episodeId()).uses);
    all.add(use);
    return latest(all, earlier);
  }

  /** Without what is known of an episode. */
  public ProcedureOutcomes without(String episodeId) {
    return new ProcedureOutcomes(
        uses.stream().filter(use -> !use.episodeId().equals(episodeId)).toList(), earlier);
  }
}
