package dev.membrane.internal.consolidate.procedure;

import dev.membrane.schema.EpisodicPayload;
import dev.membrane.spi.Stage;
import dev.membrane.tck.StageTck;
import java.util.List;

class CompetenceStageContractTest extends StageTck<CompetenceLesson> {

  @Override
  protected Stage<CompetenceLesson> openStage() {
    return new CompetenceStage();
  }

  @Override
  protected List<EpisodicPayload> instructive() {
    return ToolCalls.instructive();
  }
}
