package dev.membrane.internal.ingest;

import dev.membrane.Caller;
import dev.membrane.IngestRequest;
import dev.membrane.internal.keys.IdempotentCallKeys;
import dev.membrane.internal.value.Digest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One call of one caller.
 *
 * @param caller who calls
 * @param rpc the name of the RPC
 * @param request the request as sent
 * @param idempotencyKey the caller's name for this call; null: every call counts
 */
record IngestCall(
    Caller caller, String rpc, IngestRequest request, @Nullable String idempotencyKey) {

  /** An empty key is none. */
  IngestCall {
    idempotencyKey = "".equals(idempotencyKey) ? null : idempotencyKey;
  }

  /** The store's name for a call of this caller with an idempotency key. */
  String keyName(String key) {
    return IdempotentCallKeys.PREFIX + Digest.of(List.of(caller.name(), rpc, key));
  }
}
