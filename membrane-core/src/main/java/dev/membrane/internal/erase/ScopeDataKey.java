package dev.membrane.internal.erase;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.store.MemoryStore;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The data key of an erased scope in an encrypted store. Thread-safe. */
record ScopeDataKey(MemoryStore store) {

  private static final Logger LOG = LoggerFactory.getLogger(ScopeDataKey.class);

  /**
   * Destroys the key, unless something of the scope stays.
   *
   * @return whether there is none any more; empty: no scope is erased, or the store is not
   *     encrypted
   */
  Optional<Boolean> destroy(ErasureState state) {
    return Optional.ofNullable(state.request().scope())
        .filter(scope -> store.isEncrypted())
        .map(store::destroyKey);
  }

  /** The name of a scope may be mistyped, which must not look like a key that was there. */
  void log(ErasureState state, boolean isDestroyed) {
    if (state.counts().isAnyErased()) {
      LOG.atInfo().addKeyValue("destroyed", isDestroyed).log("data key of an erased scope");
    } else {
      LOG.info("nothing was found of a scope{}", isDestroyed ? ", and it has no data key" : "");
    }
  }

  /**
   * Tells what became of the key, once the state goes on after its end. To who does not see the
   * whole scope, a key that stays would tell of hidden records.
   */
  void tell(ErasureState state, ErasureReportBuilder report) {
    boolean isAll = state.visibility().ceiling() == Sensitivity.HYPER;
    if (isAll && state.counts().isAnyErased() && !state.after().isEmpty()) {
      report.dataKey(Boolean.parseBoolean(state.after()));
    }
  }
}
