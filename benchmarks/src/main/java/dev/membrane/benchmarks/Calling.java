package dev.membrane.benchmarks;

import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** The calls that are measured, in process and, given a served engine, over gRPC. */
record Calling(BenchmarkStore loaded, int callers) {

  /** Questions made beforehand for each caller, so that making them is not measured. */
  private static final int PREPARED = 512;

  private static final int IDS = 1_000;

  Callers.MeasuredCall retrieve(ScopeQueries questions) {
    return retrieve(prepared(questions, this::anyScope));
  }

  /** From one and the same scope. */
  Callers.MeasuredCall retrieveFromOneScope(ScopeQueries questions) {
    String first = loaded.layout().scopeOf(0);
    return retrieve(prepared(questions, corpus -> first));
  }

  private Callers.MeasuredCall retrieve(List<List<RetrieveRequest>> prepared) {
    return (caller, n) ->
        loaded.engine().retrieval().retrieve(prepared.get(caller).get(n % PREPARED));
  }

  Callers.MeasuredCall retrieveFromAllScopes(ScopeQueries questions) {
    return retrieve(prepared(questions::inAllScopes));
  }

  Callers.MeasuredCall retrieve(ScopeQueries questions, Served served) {
    var prepared =
        prepared(questions, this::anyScope).stream()
            .map(requests -> requests.stream().map(Messages::of).toList())
            .toList();
    return (caller, n) -> served.stub(caller).retrieve(prepared.get(caller).get(n % PREPARED));
  }

  Callers.MeasuredCall byId() {
    List<String> ids = ids();
    TrustContext trust = ScopeQueries.EVERYTHING;
    return (caller, n) ->
        loaded.engine().retrieval().byId(ids.get((caller * 7 + n) % ids.size()), trust);
  }

  Callers.MeasuredCall byId(Served served) {
    var requests = ids().stream().map(Messages::byId).toList();
    return (caller, n) ->
        served.stub(caller).retrieveByID(requests.get((caller * 7 + n) % requests.size()));
  }

  Callers.MeasuredCall ingest() {
    List<Corpus> corpora = corpora();
    return (caller, n) ->
        loaded.engine().ingestion().observe(corpora.get(caller).observation(scope(caller)));
  }

  Callers.MeasuredCall ingest(Served served) {
    List<Corpus> corpora = corpora();
    return (caller, n) ->
        served
            .stub(caller)
            .ingestObservation(Messages.of(corpora.get(caller).observation(scope(caller))));
  }

  /** What is ingested while measuring stays out of the scopes that are asked. */
  private static String scope(int caller) {
    return "ingested:" + caller % 8;
  }

  private List<String> ids() {
    return loaded.ids(loaded.records() / 2, IDS);
  }

  private List<Corpus> corpora() {
    List<Corpus> corpora = new ArrayList<>();
    each(caller -> corpora.add(new Corpus(System.nanoTime() + caller)));
    return corpora;
  }

  /** Questions of one caller about any scopes of a store. */
  static List<RetrieveRequest> prepared(ScopeQueries questions, Layout layout, long records) {
    return prepared(
        corpus -> questions.in(anyScope(corpus, layout, records), corpus), new Corpus(0));
  }

  private String anyScope(Corpus corpus) {
    return anyScope(corpus, loaded.layout(), loaded.records());
  }

  private static String anyScope(Corpus corpus, Layout layout, long records) {
    return layout.scopeOf((long) (corpus.below(1 << 20) / 0x1p20 * records));
  }

  private List<List<RetrieveRequest>> prepared(
      ScopeQueries questions, Function<Corpus, String> scopes) {
    return prepared(corpus -> questions.in(scopes.apply(corpus), corpus));
  }

  private List<List<RetrieveRequest>> prepared(Function<Corpus, RetrieveRequest> question) {
    List<List<RetrieveRequest>> all = new ArrayList<>();
    each(caller -> all.add(prepared(question, new Corpus(caller))));
    return all;
  }

  private static List<RetrieveRequest> prepared(
      Function<Corpus, RetrieveRequest> question, Corpus corpus) {
    List<RetrieveRequest> requests = new ArrayList<>();
    for (int i = 0; i < PREPARED; i++) {
      requests.add(question.apply(corpus));
    }
    return requests;
  }

  private void each(IntConsumer action) {
    for (int caller = 0; caller < callers; caller++) {
      action.accept(caller);
    }
  }
}
