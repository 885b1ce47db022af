package dev.membrane.retrieve;

import dev.membrane.engine.Caller;
import dev.membrane.engine.NotFoundException;
import dev.membrane.engine.Permission;
import dev.membrane.engine.RecordIds;
import dev.membrane.engine.TrustContext;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.AuditTrail;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Stored;
import dev.membrane.spi.Vectors;
import dev.membrane.spi.Visibility;
import dev.membrane.text.RecordTies;
import dev.membrane.text.TextAnalyzer;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers from memory. Whatever is asked, the work per question is bounded, and nothing that the
 * caller may not see has any influence on the answer. Safe for use by many threads.
 */
public final class RetrievalService {

  private final MemoryStore store;
  private final TextAnalyzer analyzer;
  private final RecordTies ties;
  private final @Nullable Embedder embedder;
  private final RetrievalConfig config;
  private final InstantSource clock;

  /**
   * A service over a store.
   *
   * @param analyzer the one that the stored records were analysed with
   * @param embedder the one that they are embedded with; null where they are not
   */
  public RetrievalService(
      MemoryStore store,
      TextAnalyzer analyzer,
      @Nullable Embedder embedder,
      RetrievalConfig config,
      InstantSource clock) {
    this.store = store;
    this.analyzer = analyzer;
    this.ties = new RecordTies(analyzer);
    this.embedder = embedder;
    this.config = config;
    this.clock = clock;
  }

  /**
   * Finds what matters for a task: without a descriptor, or where none of its words is found, by
   * live salience; else by a score of relevance and salience, the rest after it by salience.
   *
   * @throws ValidationException if the request breaks a rule; {@code trust context is required}
   *     without one
   * @throws dev.membrane.engine.AccessDeniedException if the caller may not retrieve
   */
  public RetrieveAnswer retrieve(RetrieveRequest request, Caller caller) {
    caller.require(Permission.RETRIEVE, "retrieving");
    Question question = Question.of(request, caller, now());
    Supplier<Nearby> byMeaning = byMeaning(question);
    Visibility visibility = question.filter().visibility();
    Query query = Query.of(question.descriptor(), analyzer, store, visibility);
    return new Retrieval(store, config, question, query, ties).answer(byMeaning);
  }

  /**
   * Begins to look for what is near, while words are looked for: to embed the descriptor may take
   * longer than anything else.
   */
  private Supplier<Nearby> byMeaning(Question question) {
    Vectors vectors = store.vectors().orElse(null);
    if (embedder == null || vectors == null) {
      return () -> Nearby.NONE;
    }
    Supplier<Nearby> begun =
        Meanwhile.begin(
            () -> {
              Meaning meaning = Meaning.of(question.descriptor(), embedder, vectors);
              return new Searches(store, question).byMeaning(meaning);
            });
    return () -> {
      Nearby near = begun.get();
      near.all().meaning().log();
      return near;
    };
  }

  /** {@link #retrieve(RetrieveRequest, Caller)} where nobody has to say who they are. */
  public RetrieveAnswer retrieve(RetrieveRequest request) {
    return retrieve(request, Caller.ANONYMOUS);
  }

  /**
   * Reads a record at its live salience, with its whole audit log; redacted if it is one level
   * above the trust.
   *
   * @throws ValidationException {@code trust context is required}
   * @throws NotFoundException if there is no such record, or none that may be known of
   */
  public RecordView byId(String id, @Nullable TrustContext trust, Caller caller) {
    caller.require(Permission.RETRIEVE, "reading records");
    Visibility visibility = Question.requireTrust(trust).of(caller);
    RecordView view =
        RecordIds.canonical(id)
            .flatMap(canonical -> store.get(List.of(canonical)).stream().findFirst())
            .map(stored -> Gate.view(stored, visibility, now()))
            .orElseThrow(NotFoundException::record);
    return view instanceof MemoryRecord record ? withWholeLog(record) : view;
  }

  /** {@link #byId(String, TrustContext, Caller)} where nobody has to say who they are. */
  public RecordView byId(String id, @Nullable TrustContext trust) {
    return byId(id, trust, Caller.ANONYMOUS);
  }

  /** What a search hydrates holds an excerpt of a long log. */
  private MemoryRecord withWholeLog(MemoryRecord record) {
    return record.auditLog().size() < Stored.AUDIT_EXCERPT
        ? record
        : record.withAuditLog(
            store.auditLog(record.id()).map(AuditTrail::entries).orElseGet(record::auditLog));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
