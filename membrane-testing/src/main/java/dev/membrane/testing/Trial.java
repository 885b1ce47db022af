package dev.membrane.testing;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.spi.store.StoredRecord;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Lets a plan happen in two worlds and compares what the caller is told. */
record Trial(Plan plan, World a, World b) {

  /** The first call that is answered differently. */
  Optional<AnswerDifference> run(TrialCounts tally) {
    boolean isPrepared = false;
    for (TrialStep step : plan.steps()) {
      if (step.isCall() && !isPrepared) {
        checkPremise();
        isPrepared = true;
      }
      Answer inA = answer(step, step.inA(), a, tally);
      Answer inB = answer(step, step.inB(), b, tally);
      if (step.isCall() && !inA.isSameAs(inB)) {
        int next = plan.steps().indexOf(step) + 1;
        return Optional.of(
            new AnswerDifference(
                plan.seed(), plan.viewer(), plan.steps().subList(0, next), inA, inB));
      }
    }
    return Optional.empty();
  }

  private Answer answer(
      TrialStep step, @Nullable WorldAction action, World world, TrialCounts tally) {
    world.enter(plan.seed(), step);
    Answer answer = Answer.to(action == null ? nothing -> null : action, world);
    if (action != null && (world == a || step.inA() == null)) {
      tally.add(step, answer);
    }
    return answer;
  }

  private void checkPremise() {
    Map<String, RecordView> inA = seen(a);
    Map<String, RecordView> inB = seen(b);
    Set<String> ids = new TreeSet<>(inA.keySet());
    ids.addAll(inB.keySet());
    for (String id : ids) {
      if (!Objects.equals(inA.get(id), inB.get(id))) {
        throw new AssertionError(
            "seed %s: the worlds differ in what %s may see:\n%s\n%s\nafter %s"
                .formatted(plan.seed(), plan.viewer(), inA.get(id), inB.get(id), plan.steps()));
      }
    }
  }

  /** What the viewer may see, read past the engine. */
  private Map<String, RecordView> seen(World world) {
    Map<String, RecordView> seen = new TreeMap<>();
    for (StoredRecord stored : world.records()) {
      MemoryRecord record = stored.at(world.now());
      ViewerAccess zone =
          ViewerAccess.of(record.scope(), record.sensitivity(), plan.viewer().sees());
      if (zone != ViewerAccess.HIDDEN) {
        seen.put(record.id(), zone == ViewerAccess.VISIBLE ? record : RedactedRecord.of(record));
      }
    }
    return seen;
  }
}
