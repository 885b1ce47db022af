package dev.membrane.tck.engine;

import dev.membrane.engine.Caller;
import dev.membrane.engine.Mandate;
import dev.membrane.engine.TrustContext;
import dev.membrane.ingest.OutcomeRequest;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordDraft;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a writer may do to records that are there. */
record Changes(Caller writer, String rationale, @Nullable TrustContext trust) {

  Act supersede(String id, RecordDraft successor) {
    return world -> world.membrane().revision().supersede(id, successor, mandate(), writer);
  }

  Act fork(String id, RecordDraft fork) {
    return world -> world.membrane().revision().fork(id, fork, mandate(), writer);
  }

  Act merge(List<String> ids, RecordDraft merged) {
    return world -> world.membrane().revision().merge(ids, merged, mandate(), writer);
  }

  Act retract(String id) {
    return world -> {
      world.membrane().revision().retract(id, mandate(), writer);
      return null;
    };
  }

  Act contest(String id, String ref) {
    return world -> {
      world.membrane().revision().contest(id, ref, mandate(), writer);
      return null;
    };
  }

  Act reinforce(String id) {
    return world -> {
      world.membrane().decay().reinforce(id, mandate(), writer);
      return null;
    };
  }

  Act penalize(String id, double amount) {
    return world -> {
      world.membrane().decay().penalize(id, amount, mandate(), writer);
      return null;
    };
  }

  Act delete(String id) {
    return world -> {
      world.membrane().decay().delete(id, mandate(), writer);
      return null;
    };
  }

  Act outcome(String id, OutcomeStatus status, List<String> used) {
    OutcomeRequest request = new OutcomeRequest(rationale, id, status, null, used, null);
    return world -> world.membrane().ingestion().outcome(request, writer);
  }

  private Mandate mandate() {
    return new Mandate(rationale, rationale, trust);
  }
}
