/**
 * Properties of the engine over any store: random sequences of calls compared with a naive oracle,
 * which knows the rules and shares no code with the engine, and what callers may not see, which has
 * no influence on what they are told. A store's tests extend the abstract classes like those of its
 * contract.
 *
 * <p>To read first: {@link dev.membrane.testing.LifecycleTck}, {@link
 * dev.membrane.testing.NoninterferenceTck} and {@code Oracle}. The rest by what it is about:
 *
 * <ul>
 *   <li>properties: {@code LifecycleTck}, {@code RevisionTck}, {@code RaceTck}, {@code MoveTck},
 *       {@code TamperTck}, {@code TopKTck}, {@code DifferentialTck}, {@code NoninterferenceTck}
 *   <li>learning: {@code RelearningTck}
 *   <li>the past: {@code HistoryTck}, {@code HistoryRetentionTck}, {@code PastAnswersTck}
 *   <li>erasures: {@code EraseTck}, {@code ErasedProceduresTck}, {@code ErasedProcedureRunsTck},
 *       {@code ErasedOutcomesTck}, {@code ErasedSubjectTck}, {@code ErasedSourcesTck}, {@code
 *       ErasedNamesTck}, {@code ErasedLessonsTck}, {@code ErasedVersionsTck}, {@code
 *       ErasedReceiptsTck}, {@code ErasedBytesTck}, {@code ErasureRequestTck}, {@code
 *       ErasureRunTck}, {@code KilledErasureTck}
 *   <li>what should be: {@code Oracle}, {@code OracleRecord}, {@code OracleDecay}, {@code Refusals}
 *   <li>what is done: {@code RandomCalls}, {@code RandomOperations}, {@code RandomRuns}, {@code
 *       RevisionDrafts}, {@code OracleDraft}, {@code TrustedCaller}, {@code RandomChoices}, {@code
 *       ComparedMemories}
 *   <li>two runs that may differ in nothing: {@code World}, {@code Trial}, {@code Plan}, {@code
 *       WorldAction}, {@code Intakes}, {@code Changes}, {@code Questions}, {@code Viewer}, {@code
 *       Answer}
 * </ul>
 */
@NullMarked
package dev.membrane.testing;

import org.jspecify.annotations.NullMarked;
