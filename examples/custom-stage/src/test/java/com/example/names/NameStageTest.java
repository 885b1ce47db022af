package com.example.names;

import dev.membrane.schema.EpisodicPayload;
import dev.membrane.spi.Stage;
import dev.membrane.tck.StageTck;
import java.util.List;

class NameStageTest extends StageTck<Names> {

  @Override
  protected Stage<Names> openStage() {
    return new NameStage(0.9);
  }

  @Override
  protected List<EpisodicPayload> instructive() {
    return List.of(
        saying("My name is Ann."),
        saying("Hello, my name is Ann."),
        saying("My name is Ann.", "No, my name is Bob."));
  }
}
