/**
 * Retrieval: the trust filter, the rankings and their fusion into one order, the selector of
 * procedures, and the reasons for the order.
 *
 * <p>To read first: {@link dev.membrane.internal.retrieve.RetrievalService}, {@code
 * RankedRetrieval} and {@code Fusion}. The rest by what it is about:
 *
 * <ul>
 *   <li>the question: {@code CheckedRequest}, {@code RetrievalConfig}, {@code QueryTerms}, {@code
 *       ConditionFilter}
 *   <li>candidates: {@code CandidateSearch}, {@code CuedRecords}, {@code JudgedRecords}, {@code
 *       VectorCandidates}, {@code NearestRecords}, {@code CandidatePool}, {@code RankedCandidate},
 *       {@code HitTraits}
 *   <li>neighbour expansion: {@code NeighbourExpansion}, {@code RelatedFacts}, {@code
 *       NeighbourWeights}, {@code ExpandedRecord}
 *   <li>order: {@code Bm25}, {@code Signal}, {@code Relevance}, {@code RelevanceRule}, {@code
 *       RelevanceWeights}, {@code ContextWindow}, {@code ScoredRecord}, {@code Explanation}
 *   <li>procedures: {@code Selector}, {@code NearestRuns}, {@code RunComparison}, {@code Fit},
 *       {@code ProcedureFits}
 *   <li>the answer: {@code AnswerBuilder}
 *   <li>for all questions: {@code RetrievalParts}
 * </ul>
 *
 * <p>What a descriptor says is read in {@code dev.membrane.internal.retrieve.question}, and made a
 * vector in {@code dev.membrane.internal.retrieve.vector}.
 */
@NullMarked
package dev.membrane.internal.retrieve;

import org.jspecify.annotations.NullMarked;
