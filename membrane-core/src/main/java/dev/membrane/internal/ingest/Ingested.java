package dev.membrane.internal.ingest;

import dev.membrane.Caller;
import dev.membrane.IngestResult;
import dev.membrane.Permission;
import dev.membrane.internal.change.Write;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an ingest will commit, and what the answer says about it.
 *
 * @param conflicts ids of facts that the caller sees and that say something else
 * @param withdrawn id of a fact that said the same, was withdrawn, and that the caller sees; null:
 *     none
 * @param isKnown whether it is a fact that was there before, so that others may have said it
 */
record Ingested(
    Write write,
    IngestResult result,
    List<String> conflicts,
    @Nullable String withdrawn,
    boolean isKnown) {

  static Ingested of(Write write, IngestResult result) {
    return new Ingested(write, result, List.of(), null, false);
  }

  /** Whether the caller is shown the record; what others have said is not for those who write. */
  boolean isShownTo(Caller caller) {
    return caller.visibility().sees(write.record())
        && (!isKnown || caller.may(Permission.RETRIEVE));
  }
}
