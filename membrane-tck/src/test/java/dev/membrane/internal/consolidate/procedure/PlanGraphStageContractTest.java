package dev.membrane.internal.consolidate.procedure;

import dev.membrane.schema.EpisodicPayload;
import dev.membrane.spi.Stage;
import dev.membrane.tck.StageTck;
import java.util.List;

class PlanGraphStageContractTest extends StageTck<PlanLesson> {

  @Override
  protected Stage<PlanLesson> openStage() {
    return new PlanGraphStage();
  }

  @Override
  protected List<EpisodicPayload> instructive() {
    return ToolCalls.instructive();
  }
}
