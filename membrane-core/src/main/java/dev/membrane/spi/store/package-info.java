/**
 * The contract of stores: what is kept, how it is read by name, and what some stores can do
 * besides. What a store is told to write is in {@code dev.membrane.spi.commit}, what it is asked
 * for in {@code dev.membrane.spi.search}.
 *
 * <p>To read first: {@link dev.membrane.spi.store.MemoryStore}, {@link
 * dev.membrane.spi.store.StoreReader} and {@link dev.membrane.spi.store.StoredRecord}. The rest by
 * topic:
 *
 * <ul>
 *   <li>a store: {@code MemoryStore}, {@code StoreReader}, {@code ForwardingStore}
 *   <li>its records: {@code StoredRecord}
 *   <li>its audit log: {@code AuditTrail}
 *   <li>its figures: {@code Statistics}
 *   <li>all that it holds: {@code Contents}
 *   <li>what some stores can do: {@code Vectors}, {@code Vector}, {@code History}
 *   <li>failures: {@code StoreOpenException}, {@code StoreUnavailableException}, {@code
 *       UnreadableRecordException}, {@code UnreadableScopeException}
 * </ul>
 */
@NullMarked
package dev.membrane.spi.store;

import org.jspecify.annotations.NullMarked;
