package dev.membrane.internal.consolidate.fact;

import dev.membrane.internal.change.FactIdentity;
import dev.membrane.internal.text.Wording;
import dev.membrane.internal.text.Wording.Word;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Extractor.CandidateFact;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides what is hearsay: statements that only a tool or the assistant has made. A page or a file
 * that a tool returned may tell about the world, and an assistant may repeat it. But neither can be
 * trusted on what the user wants, what the agent is, or what either is to do, even if the text
 * claims it and a model believes it.
 *
 * <p>An object counts as said if every meaningful word of it stands in the {@link Testimony} of its
 * episode. Otherwise the fact is learned as hearsay: it is marked, its confidence is at most
 * {@value #MAX_CONFIDENCE}, and it is kept apart from facts that were said. A fact about the
 * participants, or one that is worded like an instruction, is not learned from hearsay at all. It
 * does not matter where the model claims to have a fact from. Stateless and thread-safe.
 */
public final class Hearsay {

  /** The tag of what was not said. */
  static final String TAG = MemoryRecord.HEARSAY;

  private static final double MAX_CONFIDENCE = FactIdentity.HEARSAY_CONFIDENCE;

  /** What becomes of a fact. */
  enum Verdict {
    /** Learned as a statement. */
    SAID,
    /** Learned as hearsay. */
    HEARSAY,
    /** Not learned. */
    REFUSED;

    /** The verdict on a fact that was learned. */
    static Verdict of(MemoryRecord fact) {
      return fact.tags().contains(TAG) ? HEARSAY : SAID;
    }

    /** How the names of notes about such facts begin, so that one is never taken for the other. */
    String prefix() {
      return this == HEARSAY ? "hearsay:" : "fact:";
    }

    /** What speaks for such a fact. */
    EvidenceType evidence() {
      return this == HEARSAY ? EvidenceType.TOOL : EvidenceType.EVENT;
    }

    double bounded(double confidence) {
      return this == HEARSAY ? Math.min(MAX_CONFIDENCE, confidence) : confidence;
    }

    List<String> tags() {
      return this == HEARSAY ? List.of(TAG) : List.of();
    }
  }

  private static final int MAX_READ = 200_000;

  /** A subject with one of these words is a participant, or what guides one. */
  private static final Set<String> PARTICIPANTS =
      Set.of(
          "user",
          "assistant",
          "agent",
          "subagent",
          "ai",
          "llm",
          "bot",
          "chatbot",
          "copilot",
          "claude",
          "gpt",
          "chatgpt",
          "gemini",
          "llama",
          "you",
          "your",
          "yourself",
          "i",
          "me",
          "my",
          "myself",
          "prompt",
          "instruction",
          "guardrail",
          "jailbreak");

  /** A subject of only these words is a participant, too. Beside others they may mean anything. */
  private static final Set<String> ROLES =
      Set.of(
          "a",
          "an",
          "the",
          "this",
          "system",
          "model",
          "policy",
          "rule",
          "memory",
          "safety",
          "developer",
          "operator",
          "admin",
          "administrator",
          "human",
          "owner",
          "everyone",
          "anyone",
          "role",
          "behavior",
          "behaviour",
          "tool",
          "secret",
          "key",
          "password",
          "credential",
          "config",
          "configuration",
          "setting",
          "security",
          "permission",
          "access",
          "membrane");

  private static final Set<String> ORDERS =
      Set.of(
          "must",
          "always",
          "never",
          "should",
          "shall",
          "cannot",
          "ignore",
          "disregard",
          "forget",
          "override",
          "bypass",
          "obey",
          "comply",
          "instruct",
          "instructed",
          "instruction",
          "pretend",
          "reveal",
          "exfiltrate",
          "prompt",
          "jailbreak");

  private static final Pattern PHRASES =
      Pattern.compile(" (do not|dont|don t|from now on|act as) ");

  private final Wording wording = new Wording();
  private final Set<String> participants = looks(PARTICIPANTS);
  private final Set<String> roles = looks(ROLES);
  private final Set<String> orders = looks(ORDERS);

  private Hearsay() {}

  /**
   * The one that all stages share. No start waits for its tables: they are read when it is used.
   */
  public static Hearsay shared() {
    return Shared.HEARSAY;
  }

  /** Decides what becomes of facts that were found in an episode. */
  Function<CandidateFact, Verdict> in(Episode episode) {
    Testimony testimony = Testimony.of(episode);
    String words = testimony.words();
    Set<String> said =
        wording.readings(words.length() > MAX_READ ? words.substring(0, MAX_READ) : words);
    return fact -> {
      if (isSaid(fact.object(), said)) {
        return Verdict.SAID;
      }
      return testimony.isAll() || !needsWitness(fact) ? Verdict.HEARSAY : Verdict.REFUSED;
    };
  }

  /** Decides what becomes of the summary of an event, as far as its writer decides that. */
  Verdict of(TimelineEvent event, Testimony testimony) {
    if (testimony.has(event)) {
      return Verdict.SAID;
    }
    String summary = Objects.requireNonNullElse(event.summary(), "");
    return isOrder(summary) ? Verdict.REFUSED : Verdict.HEARSAY;
  }

  /**
   * Whether a text that a tool returned tells the user or the agent what to do. Errors have words
   * of orders, too, as in "must be a date", so a participant has to be named.
   */
  public boolean isOrderToParticipants(String text) {
    return isOrder(text) && wording.words(text).stream().anyMatch(word -> isOf(participants, word));
  }

  private boolean isSaid(JsonValue object, Set<String> said) {
    List<Word> words = wording.contentWords(scalars(object).collect(Collectors.joining("\n")));
    return !words.isEmpty()
        && words.stream().noneMatch(word -> Collections.disjoint(word.readings(), said));
  }

  private boolean needsWitness(CandidateFact fact) {
    List<Word> subject = wording.words(fact.subject());
    return subject.stream().anyMatch(word -> isOf(participants, word))
        || subject.stream().allMatch(word -> isOf(roles, word))
        || isOrder(fact.predicate())
        || scalars(fact.object()).anyMatch(this::isOrder);
  }

  private boolean isOrder(String text) {
    List<Word> words = wording.words(text);
    return words.stream().anyMatch(word -> isOf(orders, word))
        || PHRASES
            .matcher(words.stream().map(Word::text).collect(Collectors.joining(" ", " ", " ")))
            .find();
  }

  private Set<String> looks(Set<String> words) {
    return words.stream()
        .flatMap(word -> wording.words(word).stream())
        .flatMap(word -> word.looks().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether a list has a word, or has its singular, if that differs by one letter. */
  private static boolean isOf(Set<String> list, Word word) {
    return word.looks().stream()
        .anyMatch(look -> list.contains(look) || list.contains(singular(look)));
  }

  private static String singular(String word) {
    return word.length() > 3 && word.endsWith("s") ? word.substring(0, word.length() - 1) : word;
  }

  private static Stream<String> scalars(JsonValue value) {
    if (value instanceof JsonString text) {
      return Stream.of(text.value());
    }
    if (value instanceof JsonNumber number) {
      return Stream.of(number.text());
    }
    if (value instanceof JsonBoolean truth) {
      return Stream.of(String.valueOf(truth.value()));
    }
    if (value instanceof JsonArray array) {
      return array.items().stream().flatMap(Hearsay::scalars);
    }
    return value instanceof JsonObject object
        ? object.members().entrySet().stream()
            .flatMap(
                member -> Stream.concat(Stream.of(member.getKey()), scalars(member.getValue())))
        : Stream.of();
  }

  private static final class Shared {
    static final Hearsay HEARSAY = new Hearsay();
  }
}
