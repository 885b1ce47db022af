/**
 * The names that the engine gives in a store, each in one place, and the values of its keys.
 *
 * <ul>
 *   <li>queues, relations and the engine's own actors: {@code Queues}, {@code RelationNames},
 *       {@code EngineActors}
 *   <li>how the names of keys begin: {@code KeyKinds}
 *   <li>what is open: {@code OpenKeys}
 *   <li>calls and answers: {@code IdempotentCallKeys}, {@code ReceiptKeys}, {@code AnswerReceipt}
 *   <li>what was learned: {@code NoteKeys}, {@code ProcedureKeys}, {@code LearningScope}, {@code
 *       UsedRecordsKey}
 *   <li>what callers keep: {@code QuotaKeys}
 *   <li>the store itself: {@code HistoryKey}, {@code ErasureKeys}
 * </ul>
 */
@NullMarked
package dev.membrane.internal.keys;

import org.jspecify.annotations.NullMarked;
