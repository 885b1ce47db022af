package dev.membrane.protocol;

import com.google.protobuf.ByteString;
import dev.membrane.ConsolidationResult;
import dev.membrane.Maintenance;
import dev.membrane.grpc.v1.RunConsolidationRequest;
import dev.membrane.grpc.v1.RunConsolidationResponse;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ValidationException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Translates the request to learn now, and tells what was learned. */
final class ConsolidationMapping {

  private ConsolidationMapping() {}

  /**
   * Learns.
   *
   * @throws ValidationException if there is a scope of nothing
   */
  static ConsolidationResult run(RunConsolidationRequest from, Maintenance maintenance) {
    @Nullable String scope = Fields.text(from.getScope());
    if (!from.getAgain().isEmpty()) {
      return maintenance.consolidateAgain(from.getAgain(), scope);
    }
    if (scope != null) {
      throw new ValidationException("scope", "may only be set with again");
    }
    return maintenance.consolidate();
  }

  static RunConsolidationResponse response(ConsolidationResult result) {
    Map<String, JsonValue> counts = new LinkedHashMap<>();
    result.counts().forEach((name, count) -> counts.put(name, JsonValue.of(count)));
    String json = Fields.CODEC.write(new JsonObject(counts));
    return RunConsolidationResponse.newBuilder().setResult(ByteString.copyFromUtf8(json)).build();
  }
}
