package com.example.rules;

import dev.membrane.schema.JsonString;
import dev.membrane.spi.Extractor.CandidateFact;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Extractor;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Understands sentences such as "Ann prefers tea." without any model. */
public final class RuleExtractor implements Extractor {

  private static final Pattern SENTENCE =
      Pattern.compile("\\b(\\w{1,80}) (prefers|uses|owns) ([^.\\n]{1,200})\\.");

  private final double confidence;

  /** An extractor that is this sure of what it finds, 0 to 1. */
  public RuleExtractor(double confidence) {
    this.confidence = confidence;
  }

  @Override
  public List<CandidateFact> extract(List<Episode> episodes) {
    return episodes.stream().flatMap(this::facts).distinct().toList();
  }

  private Stream<CandidateFact> facts(Episode episode) {
    return episode.trace().timeline().stream()
        .map(event -> Objects.requireNonNullElse(event.summary(), ""))
        .flatMap(words -> SENTENCE.matcher(words).results())
        .map(sentence -> fact(episode.record().id(), sentence));
  }

  private CandidateFact fact(String episodeId, MatchResult sentence) {
    return new CandidateFact(
        episodeId,
        sentence.group(1),
        sentence.group(2),
        new JsonString(sentence.group(3).strip()),
        confidence);
  }
}
