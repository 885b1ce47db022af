package dev.membrane.benchmarks;

import dev.membrane.ObservationRequest;
import dev.membrane.grpc.v1.IngestObservationRequest;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.json.RecordCodec;
import java.util.Objects;

/** Requests of the engine as messages. */
final class Messages {

  private static final RecordCodec CODEC = new RecordCodec();

  private Messages() {}

  static RetrieveRequest of(dev.membrane.RetrieveRequest from) {
    return RetrieveRequest.newBuilder()
        .setTaskDescriptor(from.taskDescriptor())
        .setTrust(of(Objects.requireNonNull(from.trust())))
        .addAllMemoryTypes(from.memoryTypes().stream().map(MemoryType::wireName).toList())
        .setMinSalience(from.minSalience())
        .setLimit(from.limit())
        .addAllTags(from.tags())
        .build();
  }

  static RetrieveByIDRequest byId(String id) {
    return RetrieveByIDRequest.newBuilder().setId(id).setTrust(of(ScopeQueries.EVERYTHING)).build();
  }

  static IngestObservationRequest of(ObservationRequest from) {
    return IngestObservationRequest.newBuilder()
        .setSource(from.source())
        .setSubject(from.subject())
        .setPredicate(from.predicate())
        .setObject(CODEC.write(Objects.requireNonNull(from.object())))
        .addAllTags(from.options().tags())
        .setScope(Objects.requireNonNull(from.options().scope()))
        .build();
  }

  private static TrustContext of(dev.membrane.TrustContext from) {
    return TrustContext.newBuilder()
        .setMaxSensitivity(from.maxSensitivity().wireName())
        .addAllScopes(from.scopes())
        .build();
  }
}
