package dev.membrane.internal.consolidate.procedure;

import dev.membrane.schema.EpisodicPayload;
import dev.membrane.spi.Stage;
import dev.membrane.tck.StageTck;
import java.util.List;

class GeneralizationStageContractTest extends StageTck<GeneralizationLesson> {

  @Override
  protected Stage<GeneralizationLesson> openStage() {
    return new GeneralizationStage();
  }

  @Override
  protected List<EpisodicPayload> instructive() {
    return ToolCalls.instructive();
  }
}
