package dev.membrane.internal.episode;

import dev.membrane.internal.episode.ProcedureUse.Counting;
import dev.membrane.schema.Timestamps;
import dev.membrane.spi.commit.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How the uses of a procedure ended, each episode counted once. It has the uses that learning has
 * counted, and those that an outcome reported before learning or independently of it.
 *
 * @param uses the latest {@value #MAX}, in the order of time
 * @param earlier how those ended that were reported before them and that learning never counts
 * @param awaiting how those ended that were reported before them and that learning will count
 */
public record ProcedureOutcomes(List<ProcedureUse> uses, EndedRuns earlier, EndedRuns awaiting) {

  /** How many are kept. */
  public static final int MAX = 20;

  private static final Comparator<ProcedureUse> IN_TIME =
      Comparator.comparing(ProcedureUse::at).thenComparing(ProcedureUse::episodeId);

  /** None is known. */
  public static final ProcedureOutcomes NONE =
      new ProcedureOutcomes(List.of(), EndedRuns.NONE, EndedRuns.NONE);

  /** Copies the list. */
  public ProcedureOutcomes {
    uses = List.copyOf(uses);
  }

  /** The latest of some uses; the others are counted as earlier ones. */
  private static ProcedureOutcomes latest(
      List<ProcedureUse> uses, EndedRuns earlier, EndedRuns awaiting) {
    List<ProcedureUse> sorted = uses.stream().sorted(IN_TIME).toList();
    int surplus = Math.max(0, sorted.size() - MAX);
    List<ProcedureUse> before = sorted.subList(0, surplus);
    return new ProcedureOutcomes(
        sorted.subList(surplus, sorted.size()),
        earlier.plus(ended(before, Counting.BY_REPORT)),
        awaiting.plus(ended(before, Counting.BY_REPORT_UNTIL_LEARNED)));
  }

  private static EndedRuns ended(List<ProcedureUse> uses, Counting counting) {
    List<ProcedureUse> counted = uses.stream().filter(use -> use.counting() == counting).toList();
    return new EndedRuns(counted.stream().filter(ProcedureUse::isSuccess).count(), counted.size());
  }

  /** How all the uses ended that learning has not counted. */
  public EndedRuns reported() {
    return earlier
        .plus(awaiting)
        .plus(ended(uses, Counting.BY_REPORT))
        .plus(ended(uses, Counting.BY_REPORT_UNTIL_LEARNED));
  }

  /**
   * The latest of these uses and of others, one of each episode.
   *
   * @param others uses in which outcomes named other procedures
   */
  public List<ProcedureUse> latestWith(Collection<ProcedureUse> others) {
    Map<String, ProcedureUse> all = new HashMap<>();
    uses.forEach(use -> all.put(use.episodeId(), use));
    others.forEach(use -> all.put(use.episodeId(), use));
    List<ProcedureUse> sorted = all.values().stream().sorted(IN_TIME).toList();
    return sorted.subList(Math.max(0, sorted.size() - MAX), sorted.size());
  }

  /** When the latest use was; empty if that is not known. */
  public Optional<Instant> lastUse() {
    return latest(uses.stream());
  }

  /** When the latest use was that succeeded; empty if that is not known. */
  public Optional<Instant> lastSuccess() {
    return latest(uses.stream().filter(ProcedureUse::isSuccess));
  }

  /** Earlier versions kept no instants: they are read as the first seconds of 1970. */
  private static Optional<Instant> latest(Stream<ProcedureUse> uses) {
    return uses.map(ProcedureUse::at)
        .filter(at -> at.getEpochSecond() >= MAX)
        .max(Instant::compareTo);
  }

  /** What a key holds; none without one. */
  public static ProcedureOutcomes of(Optional<Key> key) {
    return key.map(it -> parse(it.value())).orElse(NONE);
  }

  /**
   * What {@link #text} wrote, or letters alone, as earlier versions did; none if the text is
   * anything else.
   */
  public static ProcedureOutcomes parse(String text) {
    try {
      return read(text);
    } catch (NumberFormatException | IndexOutOfBoundsException | NoSuchElementException garbage) {
      return NONE;
    }
  }

  /** Whether a text is one that {@link #parse} reads without loss. */
  public static boolean isSound(String text) {
    ProcedureOutcomes outcomes = parse(text);
    return isOfEarlierVersion(text)
        || (outcomes.text().equals(text)
            && EndedRuns.isSound(outcomes.earlier.text())
            && EndedRuns.isSound(outcomes.awaiting.text())
            && outcomes.uses.stream().allMatch(use -> Timestamps.isInRange(use.at())));
  }

  private static boolean isOfEarlierVersion(String text) {
    return text.chars().allMatch(letter -> letter == 's' || letter == 'f');
  }

  private static ProcedureOutcomes read(String text) {
    List<ProcedureUse> uses = new ArrayList<>();
    if (isOfEarlierVersion(text)) {
      for (int i = 0; i < text.length(); i++) {
        Instant at = Instant.EPOCH.plusSeconds(i);
        uses.add(
            new ProcedureUse(at, String.valueOf(i), text.charAt(i) == 's', Counting.BY_LEARNING));
      }
      return new ProcedureOutcomes(uses, EndedRuns.NONE, EndedRuns.NONE);
    }
    List<EndedRuns> before = new ArrayList<>();
    for (String word : text.split(" ", -1)) {
      if (!Character.isDigit(word.charAt(0))) {
        uses.add(ProcedureUse.parse(word));
      } else if (uses.isEmpty()) {
        before.add(EndedRuns.parse(word));
      } else {
        int last = uses.size() - 1;
        uses.set(last, uses.get(last).calling(ToolCodes.parse(word)));
      }
    }
    return new ProcedureOutcomes(
        uses,
        before.isEmpty() ? EndedRuns.NONE : before.get(0),
        before.size() < 2 ? EndedRuns.NONE : before.get(1));
  }

  /**
   * One word for each use, another one after it with the tools, and the counts of the earlier and
   * the awaiting ones before them. Servers of earlier versions that run at the same time ignore
   * words that begin with a digit after two of them, so both counts are there if there are tools.
   */
  public String text() {
    boolean isPlain =
        earlier.plus(awaiting).runs() == 0 && uses.stream().allMatch(use -> use.called() == null);
    Stream<String> before = isPlain ? Stream.empty() : Stream.of(earlier.text(), awaiting.text());
    return Stream.concat(before, uses.stream().map(ProcedureUse::text))
        .collect(Collectors.joining(" "));
  }

  /**
   * With other uses in the place of those that learning had counted, and of all that it counts now.
   *
   * @param learned the latest that learning has counted, at most {@value #MAX}
   */
  public ProcedureOutcomes learned(List<ProcedureUse> learned) {
    Optional<ProcedureUse> first =
        learned.size() < MAX ? Optional.empty() : learned.stream().min(IN_TIME);
    List<ProcedureUse> all = new ArrayList<>();
    learned.forEach(use -> all.add(use.namedAs(uses)));
    uses.stream()
        .filter(use -> use.counting() != Counting.BY_LEARNING)
        .filter(use -> learned.stream().noneMatch(it -> it.episodeId().equals(use.episodeId())))
        .filter(use -> use.counting() == Counting.BY_REPORT || !isBefore(use, first))
        .forEach(all::add);
    return latest(all, earlier, EndedRuns.NONE);
  }

  private static boolean isBefore(ProcedureUse use, Optional<ProcedureUse> first) {
    return first.filter(it -> IN_TIME.compare(use, it) < 0).isPresent();
  }

  /**
   * With a use in the place of what was known of its episode. One that was before all the latest
   * may be among the earlier ones, and changes nothing.
   *
   * @param isKnown whether the episode had succeeded or failed before: if it is not among the
   *     latest then, it may be among the earlier ones
   */
  public ProcedureOutcomes with(ProcedureUse use, boolean isKnown) {
    Optional<ProcedureUse> before =
        uses.stream().filter(it -> it.episodeId().equals(use.episodeId())).findFirst();
    boolean isAmongEarlier =
        isKnown && (uses.size() == MAX || use.counting() == Counting.BY_REPORT_UNTIL_LEARNED);
    boolean isOld = uses.size() == MAX && IN_TIME.compare(use, uses.get(0)) < 0;
    if (isOld || (before.isEmpty() && isAmongEarlier)) {
      return this;
    }
    List<ProcedureUse> all = new ArrayList<>(without(use.episodeId()).uses);
    all.add(
        before.filter(it -> it.counting() == Counting.BY_LEARNING).isPresent()
            ? use.learned()
            : use);
    return latest(all, earlier, awaiting);
  }

  /** Without what is known of an episode. */
  public ProcedureOutcomes without(String episodeId) {
    return new ProcedureOutcomes(
        uses.stream().filter(use -> !use.episodeId().equals(episodeId)).toList(),
        earlier,
        awaiting);
  }
}
