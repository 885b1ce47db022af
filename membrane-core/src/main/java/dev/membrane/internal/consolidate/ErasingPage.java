package dev.membrane.internal.consolidate;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RevisablePayload;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.spi.Stage;
import java.time.Instant;
import java.util.Optional;

/**
 * A notebook for taking lessons back because their episodes are erased. What no lesson supports any
 * more is erased, whatever its deletion policy, as far as the erasure may. Retired records lose
 * what they have from an episode like all others, so they are shown as if they still held.
 */
final class ErasingPage extends Page {

  private static final RevisionState ACTIVE = new RevisionState(null, null, RevisionStatus.ACTIVE);

  private final Erasing erasing;

  ErasingPage(
      Learning learning,
      Stage<?> stage,
      Space space,
      Workbook workbook,
      Instant now,
      Erasing erasing) {
    super(learning, stage, space, workbook, now);
    this.erasing = erasing;
  }

  @Override
  public Optional<MemoryRecord> record(String id) {
    return super.record(id)
        .map(
            record ->
                record.isRetired() && record.payload() instanceof RevisablePayload payload
                    ? record.toBuilder().payload(payload.withRevision(ACTIVE)).build()
                    : record);
  }

  @Override
  public boolean delete(String id, String rationale) {
    return erasing.end(id);
  }
}
