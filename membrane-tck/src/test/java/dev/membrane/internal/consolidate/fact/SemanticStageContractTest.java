package dev.membrane.internal.consolidate.fact;

import dev.membrane.schema.EpisodicPayload;
import dev.membrane.spi.Stage;
import dev.membrane.tck.StageTck;
import java.util.List;

class SemanticStageContractTest extends StageTck<Statements> {

  @Override
  protected Stage<Statements> openStage() {
    return new SemanticStage();
  }

  @Override
  protected List<EpisodicPayload> instructive() {
    return List.of(
        saying("the build is red"), saying("the build is red", "it is late"), saying("it rains"));
  }
}
