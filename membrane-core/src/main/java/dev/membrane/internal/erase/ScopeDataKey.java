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

  /**
   * Tells what became of the key. The name of a scope may be mistyped, which must not look like a
   * key that was there. To who does not see the whole scope, a key that stays would tell of hidden
   * records.
   */
  void tell(ErasureState state, boolean isDestroyed, ErasureReportBuilder report) {
    if (state.counts().isAnyErased()) {
      if (state.visibility().ceiling() == Sensitivity.HYPER) {
        report.dataKey(isDestroyed);
      }
      LOG.atInfo().addKeyValue("destroyed", isDestroyed).log("data key of an erased scope");
    } else {
      LOG.info("nothing was found of a scope{}", isDestroyed ? ", and it has no data key" : "");
    }
  }
}
