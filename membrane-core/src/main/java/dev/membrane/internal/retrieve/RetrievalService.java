package dev.membrane.internal.retrieve;

import dev.membrane.Caller;
import dev.membrane.NotFoundException;
import dev.membrane.Permission;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveAnswer.SelectedProcedure;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.access.KnownRecords;
import dev.membrane.internal.access.ReadableStore;
import dev.membrane.internal.access.Sight;
import dev.membrane.internal.access.Withholding;
import dev.membrane.internal.episode.KnownRuns;
import dev.membrane.internal.history.PastStores;
import dev.membrane.internal.retrieve.vector.PendingQueryVector;
import dev.membrane.internal.retrieve.vector.QueryVector;
import dev.membrane.internal.retrieve.vector.QuestionVectors;
import dev.membrane.internal.retrieve.vector.VectorWait;
import dev.membrane.internal.skill.CountedUses;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.internal.view.AnswerShape;
import dev.membrane.internal.view.AskedFor;
import dev.membrane.internal.view.LineExcerpt;
import dev.membrane.internal.work.AttendedStore;
import dev.membrane.internal.work.ConcurrentWork;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.FaultLog;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.Tracer.Span;
import dev.membrane.spi.Tracer.TracedStep;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.Vectors;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers from memory. Whatever is asked, the work per question is bounded, and nothing that the
 * caller may not see has any influence on the answer. Safe for use by many threads.
 */
public final class RetrievalService {

  private static final Logger LOG = LoggerFactory.getLogger(RetrievalService.class);

  private final MemoryStore store;
  private final RetrievalParts parts;
  private final @Nullable QuestionVectors questions;
  private final InstantSource clock;
  private final VectorWait embedded;
  private final PastStores past;
  private final KnownRuns runs;
  private final FaultLog faults = new FaultLog(LOG::warn, LOG::info);

  /**
   * A service over a store, for callers who may wait for vectors, and ask for what was, with each
   * step traced.
   *
   * @param analyzer the one that the stored records were analysed with
   * @param embedder the one that they are embedded with; null where they are not
   */
  public RetrievalService(
      MemoryStore store,
      TextAnalyzer analyzer,
      @Nullable Embedder embedder,
      RetrievalConfig config,
      InstantSource clock,
      VectorWait embedded,
      Tracer tracer,
      PastStores past,
      KnownRuns runs) {
    this.store = store;
    this.parts = new RetrievalParts(analyzer, config, new ConcurrentWork(tracer), tracer);
    this.questions =
        embedder == null ? null : new QuestionVectors(embedder, QuestionVectors.MAX_WAIT, tracer);
    this.clock = clock;
    this.embedded = embedded;
    this.past = past;
    this.runs = runs;
  }

  /**
   * Finds what matters for a task. Without a descriptor, or if nothing matches it, records are
   * ordered by live salience. Otherwise candidates are ordered by a score of relevance and
   * salience, and the other records follow by salience.
   *
   * @throws ValidationException if the request breaks a rule; {@code trust context is required}
   *     without one
   * @throws dev.membrane.AccessDeniedException if the caller may not retrieve
   * @throws dev.membrane.CancelledException if the caller ceases to wait
   */
  public RetrieveAnswer retrieve(RetrieveRequest request, Caller caller) {
    return find(request, caller).shaped();
  }

  /**
   * What was found.
   *
   * @param whole the answer with its records in full, whatever the view
   * @param shaped the answer in the form that was asked for
   * @param store where it was found: of today, or as of an instant
   * @param at when it was asked
   */
  public record FoundAnswer(
      RetrieveAnswer whole, RetrieveAnswer shaped, MemoryStore store, Instant at) {}

  /** As {@link #retrieve(RetrieveRequest, Caller)}, with what the answer was made of. */
  public FoundAnswer find(RetrieveRequest request, Caller caller) {
    caller.require(Permission.RETRIEVE, "retrieving");
    MemoryStore today = AttendedStore.of(store, caller);
    Instant asOf = past.check(request.asOf(), today);
    await(request, caller);
    Instant now = clock.instant();
    CheckedRequest question = CheckedRequest.of(request, caller, asOf == null ? now : asOf);
    Visibility visibility = question.filter().visibility();
    MemoryStore attended = past.at(asOf, today, visibility);
    Supplier<VectorCandidates> byVector = byVector(question, caller, attended);
    RankedRetrieval ranked = new RankedRetrieval(attended, parts, question);
    RetrieveAnswer answer = ranked.answer(byVector);
    RetrieveAnswer told =
        counted(asOf == null ? answer : unselected(answer), request.view(), attended);
    MemoryStore strict =
        past.at(asOf, AttendedStore.of(ReadableStore.strict(store), caller), visibility);
    RetrieveAnswer whole = shownTo(told, caller, visibility, strict);
    return new FoundAnswer(
        whole, shaped(whole, request, ranked.asked(), visibility), attended, now);
  }

  /** The answer in the form that was asked for. */
  private RetrieveAnswer shaped(
      RetrieveAnswer whole, RetrieveRequest request, AskedFor asked, Visibility visibility) {
    try (Span projection = parts.tracer().step(TracedStep.PROJECTION)) {
      projection.records(whole.results().size());
      LineExcerpt excerpt = new LineExcerpt(parts.analyzer(), asked);
      return new AnswerShape(request.view(), request.maxTokens(), visibility, excerpt).of(whole);
    }
  }

  /**
   * Waits before the instant of the question is taken, so that what came meanwhile is known at it.
   */
  private void await(RetrieveRequest request, Caller caller) {
    if (request.waitForEmbeddings().isZero()) {
      return;
    }
    CheckedRequest.of(request, caller, clock.instant()); // A bad one does not wait.
    Span waiting = parts.tracer().step(TracedStep.EMBEDDING_WAIT);
    try {
      embedded.await(request.waitForEmbeddings(), caller);
    } finally {
      waiting.close();
    }
  }

  /** Nothing is selected of the past; a receipt keeps what was. */
  private static RetrieveAnswer unselected(RetrieveAnswer answer) {
    return new RetrieveAnswer(answer.entries(), null, answer.truncated(), answer.receiptId());
  }

  /** For models, with what outcomes say of procedures. A whole record is as stored. */
  private RetrieveAnswer counted(RetrieveAnswer answer, AnswerView view, MemoryStore store) {
    if (view == AnswerView.FULL) {
      return answer;
    }
    CountedUses uses =
        CountedUses.of(all(answer).stream().flatMap(each -> each.full().stream()), store, runs);
    return changed(answer, uses::in);
  }

  private static List<RecordView> all(RetrieveAnswer answer) {
    List<RecordView> all = new ArrayList<>(answer.results());
    Selection selection = answer.selection();
    if (selection != null) {
      all.addAll(selection.selected());
    }
    return all;
  }

  /** The answer without what it says of records that are not seen. */
  private RetrieveAnswer shownTo(
      RetrieveAnswer answer, Caller caller, Visibility visibility, MemoryStore store) {
    List<RecordView> all = all(answer);
    try (Span redaction = parts.tracer().step(TracedStep.REDACTION)) {
      redaction.records(all.size());
      Withholding withholding = Withholding.from(all, caller, visibility, store);
      return changed(answer, withholding::of);
    }
  }

  /** The answer with each record that it shows in full replaced. */
  private static RetrieveAnswer changed(RetrieveAnswer answer, UnaryOperator<MemoryRecord> change) {
    Selection selection = answer.selection();
    return new RetrieveAnswer(
        answer.entries().stream().map(each -> changed(each, change)).toList(),
        selection == null ? null : changed(selection, change),
        answer.truncated(),
        answer.receiptId());
  }

  private static AnswerEntry changed(AnswerEntry entry, UnaryOperator<MemoryRecord> change) {
    return entry.record() instanceof MemoryRecord record
        ? AnswerEntry.of(change.apply(record), entry.score(), entry.explanation())
        : entry;
  }

  private static Selection changed(Selection selection, UnaryOperator<MemoryRecord> change) {
    return new Selection(
        selection.procedures().stream()
            .map(each -> new SelectedProcedure(change.apply(each.record()), each.score()))
            .toList(),
        selection.confidence(),
        selection.needsMore(),
        selection.stoppedWorking());
  }

  /**
   * Begins to look for what is near, while words are looked for: to embed the descriptor may take
   * longer than anything else.
   */
  private Supplier<VectorCandidates> byVector(
      CheckedRequest question, Caller caller, MemoryStore attended) {
    Vectors vectors = attended.vectors().orElse(null);
    QuestionVectors embedded = questions;
    if (embedded == null || vectors == null || !QueryVector.hasWords(question.descriptor())) {
      return () -> VectorCandidates.NONE;
    }
    PendingQueryVector asked = embedded.ask(question.descriptor(), caller);
    Supplier<VectorCandidates> begun =
        parts
            .work()
            .begin(
                () -> {
                  try (Span nearest = parts.tracer().step(TracedStep.MEANING)) {
                    QueryVector vector = QueryVector.of(asked, embedded.model(), vectors);
                    vector.tell(nearest);
                    VectorCandidates near =
                        new CandidateSearch(attended, question).byVector(vector);
                    nearest.records(near.all().hits().size());
                    return near;
                  }
                });
    return () -> {
      // On this thread, which may be interrupted.
      asked.settle();
      VectorCandidates near = begun.get();
      near.all().question().tell(faults);
      return near;
    };
  }

  /**
   * Reads a record at its live salience, with its whole audit log; redacted if it is one level
   * above the trust.
   *
   * @throws ValidationException {@code trust context is required}
   * @throws NotFoundException if there is no such record, or none that may be known of
   * @throws dev.membrane.spi.store.UnreadableRecordException if what is stored of it is damaged
   * @throws dev.membrane.CancelledException if the caller ceases to wait
   */
  public RecordView byId(String id, @Nullable TrustContext trust, Caller caller) {
    return byId(id, trust, null, caller);
  }

  /** As {@link #byId(String, TrustContext, Caller)}, as it was at an instant; null: as it is. */
  public RecordView byId(
      String id, @Nullable TrustContext trust, @Nullable Instant asOf, Caller caller) {
    caller.require(Permission.RETRIEVE, "reading records");
    Visibility visibility = CheckedRequest.requireTrust(trust).of(caller);
    String canonical = RecordIds.given(id);
    MemoryStore today = AttendedStore.of(ReadableStore.strict(store), caller);
    Instant then = past.check(asOf, today);
    MemoryStore attended = past.at(then, today, visibility);
    Instant now = then == null ? clock.instant() : then;
    RecordHeader header =
        new KnownRecords(attended, today, visibility)
            .header(canonical, now)
            .orElseThrow(NotFoundException::record);
    // What may not be seen is not read, so that it takes no longer than what is not there.
    if (!visibility.sees(header.scope(), header.sensitivity())) {
      return outline(header, visibility);
    }
    RecordView view =
        attended.get(List.of(canonical)).stream()
            .findFirst()
            .map(stored -> Sight.view(stored, visibility, now))
            .orElseThrow(NotFoundException::record);
    return view instanceof MemoryRecord record
        ? Sight.whole(record, caller, visibility, attended)
        : view;
  }

  private static RecordView outline(RecordHeader header, Visibility visibility) {
    return Optional.ofNullable(header.outline())
        .filter(outline -> visibility.seesRedacted(outline.scope(), outline.sensitivity()))
        .orElseThrow(NotFoundException::record);
  }
}
