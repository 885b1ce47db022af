package dev.membrane.internal.ingest;

import dev.membrane.Caller;
import dev.membrane.IngestRequest;
import dev.membrane.internal.keys.IdempotentCallKeys;
import dev.membrane.internal.value.Digest;
import java.util.List;
import java.util.Optional;

/**
 * One call of one caller.
 *
 * @param caller who calls
 * @param rpc the name of the RPC
 * @param request the request as sent
 */
record IngestCall(Caller caller, String rpc, IngestRequest request) {

  /** The store's name for the call; empty: it has no idempotency key, and counts every time. */
  Optional<String> keyName() {
    return Optional.ofNullable(request.idempotencyKey())
        .filter(key -> !key.isEmpty())
        .map(key -> IdempotentCallKeys.PREFIX + Digest.of(List.of(caller.name(), rpc, key)));
  }
}
