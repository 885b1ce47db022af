package dev.membrane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.IngestOutcomeRequest;
import org.junit.jupiter.api.Test;

class IngestMappingTest {

  @Test
  void the_knowledge_that_a_run_used_reaches_the_engine() {
    IngestOutcomeRequest request =
        IngestOutcomeRequest.newBuilder().addUsedRecordIds("a").addUsedRecordIds("b").build();

    assertThat(IngestMapping.outcome(request).usedRecordIds()).containsExactly("a", "b");
  }
}
