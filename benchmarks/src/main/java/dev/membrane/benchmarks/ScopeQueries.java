package dev.membrane.benchmarks;

import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What is asked of a scope; every filter passes at least one record in a hundred. */
enum ScopeQueries {
  SALIENCE_ALL {
    @Override
    RetrieveRequest.Builder of(RetrieveRequest.Builder ask, Corpus corpus) {
      return ask;
    }
  },
  SALIENCE_BY_TYPE {
    @Override
    RetrieveRequest.Builder of(RetrieveRequest.Builder ask, Corpus corpus) {
      return ask.memoryTypes(Set.of(MemoryType.COMPETENCE));
    }
  },
  SALIENCE_BY_TAG {
    @Override
    RetrieveRequest.Builder of(RetrieveRequest.Builder ask, Corpus corpus) {
      return ask.tags(List.of(Corpus.TAG));
    }
  },
  SALIENCE_BY_THRESHOLD {
    @Override
    RetrieveRequest.Builder of(RetrieveRequest.Builder ask, Corpus corpus) {
      return ask.minSalience(0.9);
    }
  },
  TEXT {
    @Override
    RetrieveRequest.Builder of(RetrieveRequest.Builder ask, Corpus corpus) {
      return ask.taskDescriptor(corpus.words(4));
    }
  };

  static final TrustContext EVERYTHING = TrustContext.upTo(Sensitivity.MEDIUM);
  private static final int LIMIT = 10;

  abstract RetrieveRequest.Builder of(RetrieveRequest.Builder ask, Corpus corpus);

  RetrieveRequest in(String scope, Corpus corpus) {
    return with(TrustContext.upTo(Sensitivity.MEDIUM, scope), corpus);
  }

  RetrieveRequest in(List<String> scopes, Corpus corpus) {
    return with(TrustContext.upTo(Sensitivity.MEDIUM, scopes.toArray(String[]::new)), corpus);
  }

  RetrieveRequest inAllScopes(Corpus corpus) {
    return with(EVERYTHING, corpus);
  }

  private RetrieveRequest with(TrustContext trust, Corpus corpus) {
    return of(RetrieveRequest.builder().trust(trust).limit(LIMIT), corpus).build();
  }

  static List<ScopeQueries> bySalience() {
    return List.of(SALIENCE_ALL, SALIENCE_BY_TYPE, SALIENCE_BY_TAG, SALIENCE_BY_THRESHOLD);
  }

  /** As a figure is named. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
