package dev.membrane.internal.consolidate;

import dev.membrane.schema.Payload;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.spi.store.StoredRecord;
import java.math.BigInteger;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The version of a plan. It is one more than that of the stored plan if the nodes, edges, inputs or
 * constraints differ. The number of executions and the name do not change the version. States that
 * were never committed do not count, since nobody has seen them.
 */
final class PlanVersion {

  private PlanVersion() {}

  /** A payload in its version; what is no plan, and a plan that is new, stays as it is. */
  static Payload follow(@Nullable StoredRecord before, Payload payload) {
    return before != null
            && before.record().payload() instanceof PlanGraphPayload stored
            && payload instanceof PlanGraphPayload plan
        ? plan.withVersion(isSame(stored, plan) ? stored.version() : next(stored.version()))
        : payload;
  }

  private static boolean isSame(PlanGraphPayload one, PlanGraphPayload other) {
    return one.nodes().equals(other.nodes())
        && one.edges().equals(other.edges())
        && Objects.equals(one.inputsSchema(), other.inputsSchema())
        && Objects.equals(one.constraints(), other.constraints());
  }

  private static String next(String version) {
    boolean isNumber = version.length() < 20 && version.chars().allMatch(c -> c >= '0' && c <= '9');
    return isNumber ? new BigInteger(version).add(BigInteger.ONE).toString() : version;
  }
}
