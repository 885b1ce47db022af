package dev.membrane.internal.consolidate.fact;

import dev.membrane.internal.consolidate.LearningContext;
import dev.membrane.internal.consolidate.RecentLessons;
import dev.membrane.internal.consolidate.fact.Hearsay.Verdict;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.Extractor.CandidateFact;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.Stage;
import dev.membrane.spi.Stage.LessonCodec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes facts from what an extractor finds in episodes. Whatever an extractor answers, a fact has
 * words, comes from an episode that the extractor was asked about, and is never more certain than
 * that episode. What was not said there is {@link Hearsay}. Episodes above a certain sensitivity
 * are never shown to the extractor.
 *
 * <p>The extractor is asked about several episodes of one scope and sensitivity at once, as many as
 * it accepts. If it fails on them together, it is asked about each alone, so that one bad episode
 * does not spoil the others.
 */
public final class ExtractionStage implements Stage<Statements> {

  /** The name of the stage. */
  public static final String NAME = "llm-extraction";

  private static final Logger LOG = LoggerFactory.getLogger(ExtractionStage.class);
  private static final RecordCodec JSON = new RecordCodec();
  private static final StatementsCodec CODEC = new StatementsCodec(false);
  private static final int MAX_FACTS = 100;
  private static final int MAX_WORDS = 1_000;

  /** Keeps and withdraws the facts, as it does its own. */
  private final SemanticStage facts = new SemanticStage();

  private final RecentLessons<Statements> recent = new RecentLessons<>();
  private final Extractor extractor;
  private final Sensitivity maxSensitivity;

  /**
   * A stage.
   *
   * @param extractor finds the facts
   * @param maxSensitivity the highest sensitivity of episodes that it is shown
   */
  public ExtractionStage(Extractor extractor, Sensitivity maxSensitivity) {
    this.extractor = extractor;
    this.maxSensitivity = maxSensitivity;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String author() {
    return "semantic-extractor";
  }

  /** A fact may exclude what was said of the same thing before. */
  @Override
  public boolean canContradict() {
    return true;
  }

  @Override
  public void prepare(List<Episode> episodes) {
    groups(episodes.stream().filter(episode -> !recent.has(episode)).toList())
        .forEach(this::askTogether);
  }

  /** What the extractor would send of those episodes that it may be shown. Nothing is sent. */
  public List<String> preview(List<Episode> episodes) {
    return groups(episodes).stream().flatMap(some -> extractor.preview(some).stream()).toList();
  }

  /** The episodes that may be shown, in groups that the extractor accepts. */
  private List<List<Episode>> groups(List<Episode> episodes) {
    Map<LearningScope, List<Episode>> byScope = new LinkedHashMap<>();
    for (Episode episode : episodes) {
      if (isShown(episode)) {
        LearningScope scope = LearningScope.of(episode.record());
        byScope.computeIfAbsent(scope, place -> new ArrayList<>()).add(episode);
      }
    }
    int most = Math.max(1, extractor.episodesAtOnce());
    List<List<Episode>> groups = new ArrayList<>();
    for (List<Episode> some : byScope.values()) {
      for (int from = 0; from < some.size(); from += most) {
        groups.add(some.subList(from, Math.min(some.size(), from + most)));
      }
    }
    return groups;
  }

  private void askTogether(List<Episode> episodes) {
    if (episodes.size() == 1) {
      // Nothing is gained by asking before the lesson does.
      return;
    }
    try {
      Map<String, List<CandidateFact>> found =
          extracted(episodes).stream().collect(Collectors.groupingBy(CandidateFact::episodeId));
      for (Episode episode : episodes) {
        List<CandidateFact> facts = found.getOrDefault(episode.record().id(), List.of());
        recent.remember(episode, lesson(facts, episode));
      }
    } catch (ModelException failure) {
      if (!failure.isPermanent()) {
        throw failure;
      }
      LOG.debug("{} episodes are asked about one by one", episodes.size(), failure);
    }
  }

  @Override
  public LessonCodec<Statements> codec() {
    return CODEC;
  }

  /** Asks the extractor, once for each version of an episode if all goes well. */
  @Override
  public Optional<Statements> lesson(Episode episode) {
    return isShown(episode) ? recent.of(episode, this::ask) : Optional.empty();
  }

  /** Whether the extractor may be shown an episode. */
  public boolean isShown(Episode episode) {
    return maxSensitivity.covers(episode.record().sensitivity());
  }

  private Optional<Statements> ask(Episode episode) {
    return lesson(extracted(List.of(episode)), episode);
  }

  /** Asks the extractor. It is a plugin, so an answer that it must not give is blamed on it. */
  private List<CandidateFact> extracted(List<Episode> episodes) {
    @Nullable List<@Nullable CandidateFact> facts = extractor.extract(episodes);
    if (facts == null || facts.stream().anyMatch(Objects::isNull)) {
      throw new IllegalStateException(
          "the extractor "
              + extractor.getClass().getName()
              + (facts == null ? " answered null instead of a list" : " answered a null fact"));
    }
    return facts;
  }

  private Optional<Statements> lesson(List<CandidateFact> facts, Episode episode) {
    MemoryRecord record = episode.record();
    Function<CandidateFact, Verdict> verdicts = Hearsay.shared().in(episode);
    Map<String, Statement> found = new LinkedHashMap<>();
    int dropped = 0;
    for (CandidateFact fact : facts) {
      if (found.size() < MAX_FACTS && isSound(fact, record.id())) {
        Verdict verdict = verdicts.apply(fact);
        if (verdict != Verdict.REFUSED) {
          found.putIfAbsent(note(verdict, fact), statement(verdict, fact, episode));
        }
      } else {
        dropped++;
      }
    }
    if (dropped > 0) {
      LOG.warn(
          "{} of {} facts that the extractor found in episode {} are dropped: more than {}, or not"
              + " sound",
          dropped,
          facts.size(),
          record.id(),
          MAX_FACTS);
    }
    return found.isEmpty() ? Optional.empty() : Optional.of(new Statements(found));
  }

  private static boolean isSound(CandidateFact fact, String episodeId) {
    return fact.episodeId().equals(episodeId)
        && isWording(fact.subject())
        && isWording(fact.predicate())
        && isStorable(JSON.write(fact.object()))
        && fact.confidence() >= 0
        && fact.confidence() <= 1;
  }

  private static boolean isWording(String text) {
    return !text.isBlank() && text.length() <= MAX_WORDS && isStorable(text);
  }

  /**
   * Whether a record may hold a text: it has no NUL, escaped or not, and no half of a surrogate
   * pair.
   */
  private static boolean isStorable(String text) {
    return text.indexOf('\0') < 0
        && !text.contains("\\u0000")
        && text.codePoints().noneMatch(point -> point >= 0xD800 && point <= 0xDFFF);
  }

  private static String note(Verdict verdict, CandidateFact fact) {
    return note(verdict, fact.subject().strip(), fact.predicate().strip(), fact.object());
  }

  private static String note(Verdict verdict, String subject, String predicate, JsonValue value) {
    String object = JSON.write(value);
    return verdict.prefix()
        + subject.length()
        + ":"
        + predicate.length()
        + ":"
        + subject
        + predicate
        + object;
  }

  private static Statement statement(Verdict verdict, CandidateFact fact, Episode episode) {
    double most = Math.min(LearningContext.MAX_CONFIDENCE, episode.record().confidence());
    return new Statement(
        verdict,
        fact.subject().strip(),
        fact.predicate().strip(),
        fact.object(),
        Math.min(most, fact.confidence()),
        episode.settledAt());
  }

  @Override
  public Collection<String> notes(Statements lesson) {
    return facts.notes(lesson);
  }

  @Override
  public Collection<SemanticPayload> facts(Statements lesson) {
    return facts.facts(lesson);
  }

  @Override
  public Optional<Statements> only(Statements lesson, Predicate<SemanticPayload> kept) {
    return facts.only(lesson, kept);
  }

  @Override
  public void exchange(
      String episodeId,
      @Nullable Statements former,
      @Nullable Statements lesson,
      Notebook notebook) {
    facts.exchange(episodeId, former, lesson, notebook);
  }

  @Override
  public void forget(MemoryRecord record, Notebook notebook) {
    if (record.payload() instanceof SemanticPayload fact) {
      String note = note(Verdict.of(record), fact.subject(), fact.predicate(), fact.object());
      SemanticStage.forget(note, record, notebook);
    }
  }
}
