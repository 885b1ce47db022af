package dev.membrane.testing;

import dev.membrane.Caller;
import dev.membrane.EraseRequest;
import dev.membrane.Memory;
import dev.membrane.OutcomeRequest;
import dev.membrane.Revision;
import dev.membrane.TrustContext;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordDraft;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a writer may do to records that are there. */
record Changes(Caller writer, String rationale, @Nullable TrustContext trust) {

  WorldAction supersede(String id, RecordDraft successor) {
    return world -> revision(world).supersede(id, successor, rationale);
  }

  WorldAction fork(String id, RecordDraft fork) {
    return world -> revision(world).fork(id, fork, rationale);
  }

  WorldAction merge(List<String> ids, RecordDraft merged) {
    return world -> revision(world).merge(ids, merged, rationale);
  }

  WorldAction retract(String id) {
    return world -> {
      revision(world).retract(id, rationale);
      return null;
    };
  }

  WorldAction contest(String id, String ref) {
    return world -> {
      revision(world).contest(id, ref, rationale);
      return null;
    };
  }

  WorldAction reinforce(String id) {
    return world -> {
      revision(world).reinforce(id, rationale);
      return null;
    };
  }

  WorldAction penalize(String id, double amount) {
    return world -> {
      revision(world).penalize(id, amount, rationale);
      return null;
    };
  }

  WorldAction delete(String id) {
    return world -> {
      revision(world).delete(id, rationale);
      return null;
    };
  }

  WorldAction erase(String id) {
    EraseRequest request =
        EraseRequest.ofRecords(List.of(id)).because(rationale).overridingPolicy();
    return world -> revision(world).erase(request);
  }

  WorldAction deleteEpisode(String key, @Nullable String scope) {
    return world -> revision(world).deleteEpisode(key, scope, rationale);
  }

  WorldAction outcome(String id, OutcomeStatus status, List<String> used) {
    OutcomeRequest request =
        OutcomeRequest.builder()
            .source(rationale)
            .targetRecordId(id)
            .status(status)
            .usedRecordIds(used)
            .build();
    return world -> world.membrane().as(writer).ingestion().outcome(request);
  }

  private Revision revision(World world) {
    Revision whole = written(world).revision();
    return trust == null ? whole : whole.under(trust);
  }

  private Memory written(World world) {
    return world.membrane().as(writer.actingFor(rationale));
  }
}
