package dev.membrane.internal.text;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.Terms;
import java.util.HashMap;
import java.util.Map;

/**
 * Which text of a record is found by words. All of its tags, and
 *
 * <ul>
 *   <li>of an episode: event kinds, summaries, tool names and the strings in their arguments;
 *   <li>of a working state: the context summary, next actions and open questions;
 *   <li>of a fact: subject, predicate and the scalars in the object;
 *   <li>of a competence: the skill's name, the triggers' signals and the strings in their
 *       conditions, the steps with their tools, and the failure modes;
 *   <li>of a plan graph: the intent, the ops and the strings in their parameters.
 * </ul>
 *
 * <p>At most {@value #MAX_LENGTH} characters of it are read, tags first, and of these at most
 * {@value TextAnalyzer#MAX_TERMS} terms. Safe for use by many threads.
 */
public final class RecordText {

  /** The most characters of a record that are analysed. */
  public static final int MAX_LENGTH = 1_000_000;

  private final TextAnalyzer analyzer;
  private final RecordTies ties;

  /** Reads records with an analyser. */
  public RecordText(TextAnalyzer analyzer) {
    this.analyzer = analyzer;
    this.ties = new RecordTies(analyzer);
  }

  /** The terms of a record, its ties among them. */
  public Terms termsOf(MemoryRecord record) {
    Map<String, Integer> counts = new HashMap<>();
    for (String term : analyzer.terms(textOf(record))) {
      counts.merge(term, 1, Integer::sum);
    }
    ties.withClaim(record).forEach(tie -> counts.put(tie, 1));
    return new Terms(counts);
  }

  /** The text of a record, its tags first, in lines. */
  public static String textOf(MemoryRecord record) {
    TextGatherer gatherer = new TextGatherer(MAX_LENGTH);
    gatherer.addAll(record.tags());
    gatherer.add(record.payload());
    return gatherer.text();
  }
}
