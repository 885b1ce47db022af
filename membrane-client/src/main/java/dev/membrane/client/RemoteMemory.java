package dev.membrane.client;

import static java.util.Objects.requireNonNull;

import dev.membrane.AuditLog;
import dev.membrane.Caller;
import dev.membrane.Ingestion;
import dev.membrane.Listing;
import dev.membrane.Maintenance;
import dev.membrane.Memory;
import dev.membrane.Memory.MetricsSnapshot;
import dev.membrane.Retrieval;
import dev.membrane.Revision;
import dev.membrane.grpc.v1.ListScopesRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;

/** A memory on a server as one caller reaches it. */
abstract class RemoteMemory implements Memory {

  private final SharedConnection connection;
  private final RemoteCaller caller;
  private final Rpc rpc;

  /** The memory for a caller with a key. */
  RemoteMemory(SharedConnection connection, RemoteCaller caller, String key) {
    this.connection = connection;
    this.caller = caller;
    this.rpc = connection.rpc(caller.caller(), key);
  }

  @Override
  public Memory as(Caller other) {
    String key = connection.keyOf(requireNonNull(other, "caller"));
    return new KeyHolderMemory(connection, RemoteCaller.told(other, connection::isClosed), key);
  }

  @Override
  public Ingestion ingestion() {
    return new RemoteIngestion(rpc, new IngestMessages(caller, connection.random()));
  }

  @Override
  public Retrieval retrieval() {
    return new RemoteRetrieval(rpc, caller);
  }

  @Override
  public Listing listing() {
    return new RemoteListing(rpc, caller);
  }

  @Override
  public Revision revision() {
    return new RemoteRevision(rpc, caller, null);
  }

  @Override
  public Maintenance maintenance() {
    return new RemoteMaintenance(rpc, caller);
  }

  @Override
  public AuditLog audit() {
    return new RemoteAuditLog(rpc, caller, null);
  }

  @Override
  public MetricsSnapshot metrics() {
    return MetricsDecoder.read(rpc, caller);
  }

  @Override
  public void check() {
    rpc.call(
        MembraneServiceBlockingStub::listScopes,
        ListScopesRequest.newBuilder().setPageSize(1).build());
  }

  /** What somebody who was named reaches, and does not close. */
  private static final class KeyHolderMemory extends RemoteMemory {

    KeyHolderMemory(SharedConnection connection, RemoteCaller caller, String key) {
      super(connection, caller, key);
    }
  }
}
