package dev.membrane.benchmarks;

import dev.membrane.IngestOptions;
import dev.membrane.ObservationRequest;
import dev.membrane.RecordRequest;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.Payload;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.Validity;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Made-up experience, the same for the same seed: texts of words as frequent as in a language
 * (Zipf), facts (68 %), events (30 %) and skills (2 %), any salience from 0.01 to 1, each tag on
 * one record in a hundred. Not thread-safe.
 */
public final class Corpus {

  /** A tag that one record in a hundred carries. */
  static final String TAG = "group-7";

  private static final int VOCABULARY = 20_000;
  private static final int GROUPS = 100;
  private static final int WORDS = 12;

  /** What a record has besides the object of its fact. */
  private static final int BYTES_BESIDE_OBJECT = 700;

  /** Enough for nothing to be pruned while it is measured. */
  private static final double LEAST_SALIENCE = 0.01;

  private static final String[] SYLLABLES = {
    "ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu", "va"
  };
  private static final Instant HAPPENED = Instant.parse("2026-01-01T00:00:00Z");

  private final SplittableRandom random;

  /** Made-up experience; the same seed makes the same. */
  public Corpus(long seed) {
    random = new SplittableRandom(seed);
  }

  /** A text. */
  public String words(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : " ").append(word());
    }
    return text.toString();
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  /** A record for a store that holds {@code n} before it. */
  RecordRequest record(long n, String scope) {
    Payload payload = payload((int) (n % GROUPS));
    RecordDraft draft =
        RecordDraft.builder()
            .type(payload.kind())
            .sensitivity(n % 5 == 0 ? Sensitivity.MEDIUM : Sensitivity.LOW)
            .salience(random.nextDouble(LEAST_SALIENCE, 1))
            .scope(scope)
            .tags(List.of("group-" + random.nextInt(GROUPS)))
            .provenance(
                new Provenance(
                    List.of(
                        new ProvenanceSource(
                            ProvenanceKind.OBSERVATION, "load/" + n, null, "load", HAPPENED)),
                    "load"))
            .payload(payload)
            .build();
    return RecordRequest.of("load", draft);
  }

  /** A fact to ingest. */
  ObservationRequest observation(String scope) {
    return observation(scope, words(2), words(1), words(WORDS - 3));
  }

  /** A fact to ingest, whose record is of about so many bytes. */
  ObservationRequest observation(String scope, int bytes) {
    StringBuilder object = new StringBuilder(words(1));
    while (object.length() < bytes - BYTES_BESIDE_OBJECT) {
      object.append(' ').append(word());
    }
    return observation(scope, words(2), words(1), object.toString());
  }

  private ObservationRequest observation(
      String scope, String subject, String predicate, String object) {
    return ObservationRequest.builder()
        .source("load")
        .subject(subject)
        .predicate(predicate)
        .object(new JsonString(object))
        .options(IngestOptions.NONE.scope(scope).tags(List.of("group-" + random.nextInt(GROUPS))))
        .build();
  }

  private Payload payload(int kind) {
    if (kind < 2) {
      return new CompetencePayload(
          words(WORDS), List.of(), List.of(), List.of(), List.of(), List.of(), null, null, null);
    }
    if (kind < 32) {
      return EpisodicPayload.of(
          List.of(new TimelineEvent(HAPPENED, "user_input", "load", words(WORDS))), List.of());
    }
    JsonString object = new JsonString(words(WORDS - 3));
    return new SemanticPayload(
        words(2), words(1), object, Validity.global(), List.of(), null, null);
  }

  private String word() {
    int rank = (int) Math.pow(VOCABULARY, random.nextDouble());
    StringBuilder word = new StringBuilder();
    for (int rest = rank; rest > 0 || word.length() < 4; rest /= SYLLABLES.length) {
      word.append(SYLLABLES[rest % SYLLABLES.length]);
    }
    return word.toString();
  }
}
