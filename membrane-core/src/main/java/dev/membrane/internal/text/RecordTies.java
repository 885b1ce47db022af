package dev.membrane.internal.text;

import dev.membrane.internal.keys.RelationNames;
import dev.membrane.internal.value.Digest;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.IdentityText;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.Relation;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.spi.search.Terms;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The ties of a fact to other records, as {@link Terms}: its subject, and the first {@value
 * #MAX_SOURCES} records that it was learned or derived from. Facts with the same tie belong
 * together. A record's own tie is the one that facts from this record have. All other sources and
 * evidence of a record that are ids have a tie too, which nothing is found by but the record that
 * names them. Safe for use by many threads.
 */
public final class RecordTies {

  private static final int MAX_SOURCES = 8;

  /** A longer subject is a sentence, and hardly that of another fact. */
  private static final int MAX_SUBJECT_LENGTH = 200;

  private static final String SAYS = Terms.TIE + "says" + Terms.TIE;
  private static final Pattern ID = Pattern.compile("[\\w-]{1,64}");

  private final TextAnalyzer analyzer;

  /** Reads subjects with an analyser. */
  public RecordTies(TextAnalyzer analyzer) {
    this.analyzer = analyzer;
  }

  /** What all facts that came from a record have in common. */
  public static String from(String id) {
    return Terms.TIE + "from" + Terms.TIE + id;
  }

  /** What all records have in common that name a record in a place without a tie of its own. */
  public static String naming(String id) {
    return Terms.TIE + "names" + Terms.TIE + id;
  }

  /** The ties of a fact; none of any other record. */
  public Set<String> of(MemoryRecord record) {
    return record.payload() instanceof SemanticPayload fact
        ? ties(record, wording(fact.subject()))
        : Set.of();
  }

  /**
   * The tie that all facts with the same subject and predicate share; empty for any other record,
   * and if subject or predicate have no words or very many.
   */
  public Optional<String> claim(MemoryRecord record) {
    return record.payload() instanceof SemanticPayload fact
        ? claim(fact, wording(fact.subject()))
        : Optional.empty();
  }

  /**
   * The claim of a fact; where subject or predicate have no words, or very many, what all facts
   * have in common that are written alike there.
   */
  public String claimOrText(SemanticPayload fact) {
    return claimOrText(fact, wording(fact.subject()));
  }

  private String claimOrText(SemanticPayload fact, List<String> subject) {
    return claim(fact, subject)
        .orElseGet(
            () ->
                SAYS
                    + Digest.of(
                        List.of(
                            IdentityText.of(fact.subject()), IdentityText.of(fact.predicate()))));
  }

  /** All ties of a record, a claim among them: its subject is read once. */
  Set<String> all(MemoryRecord record) {
    Set<String> all = new LinkedHashSet<>();
    if (record.payload() instanceof SemanticPayload fact) {
      List<String> subject = wording(fact.subject());
      all.addAll(ties(record, subject));
      all.add(claimOrText(fact, subject));
    }
    if (!(record.payload() instanceof EpisodicPayload)) {
      named(record).filter(id -> !all.contains(from(id))).map(RecordTies::naming).forEach(all::add);
    }
    return all;
  }

  private static Stream<String> named(MemoryRecord record) {
    Stream<String> evidence =
        record.payload() instanceof SemanticPayload fact
            ? fact.evidence().stream().map(ProvenanceRef::sourceId)
            : Stream.empty();
    Stream<String> sources = record.provenance().sources().stream().map(ProvenanceSource::ref);
    return Stream.concat(sources, evidence).flatMap(name -> RecordIds.canonical(name).stream());
  }

  private static Set<String> ties(MemoryRecord record, List<String> subject) {
    Set<String> ties = new LinkedHashSet<>();
    sources(record).limit(MAX_SOURCES).map(RecordTies::from).forEach(ties::add);
    if (!subject.isEmpty()) {
      ties.add(Terms.TIE + "about" + Terms.TIE + String.join("/", subject));
    }
    return ties;
  }

  private Optional<String> claim(SemanticPayload fact, List<String> subject) {
    List<String> predicate = wording(fact.predicate());
    return subject.isEmpty() || predicate.isEmpty()
        ? Optional.empty()
        : Optional.of(
            SAYS + String.join("/", subject) + Terms.TIE + Terms.TIE + String.join("/", predicate));
  }

  private List<String> wording(String text) {
    return text.length() > MAX_SUBJECT_LENGTH ? List.of() : analyzer.terms(text);
  }

  private static Stream<String> sources(MemoryRecord record) {
    Stream<String> relations =
        record.relations().stream()
            .filter(relation -> relation.predicate().equals(RelationNames.DERIVED_FROM))
            .map(Relation::targetId);
    Stream<String> provenance =
        record.provenance().sources().stream()
            .filter(source -> source.kind() == ProvenanceKind.EVENT)
            .map(ProvenanceSource::ref);
    return Stream.concat(relations, provenance).filter(id -> ID.matcher(id).matches()).distinct();
  }
}
