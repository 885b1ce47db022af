/**
 * Retrieval: the trust filter, the rankings and their fusion into one order, the selector of
 * procedures, and the reasons for the order.
 *
 * <p>To read first: {@link dev.membrane.internal.retrieve.RetrievalService}, {@code
 * RankedRetrieval} and {@code Fusion}. The rest by what it is about:
 *
 * <ul>
 *   <li>the question: {@code CheckedRequest}, {@code DescriptorTerms}, {@code DescriptorCues},
 *       {@code AskedDate}, {@code DateForms}, {@code Situation}, {@code ConditionFilter}
 *   <li>candidates: {@code CandidateSearch}, {@code CandidatePool}, {@code RankedCandidate}, {@code
 *       Meaning}, {@code Nearby}, {@code Nearness}, {@code ConcurrentWork}
 *   <li>neighbour expansion: {@code NeighbourExpansion}, {@code RelatedFacts}, {@code
 *       NeighbourWeights}, {@code ExpandedRecord}
 *   <li>order: {@code Bm25}, {@code Signal}, {@code Relevance}, {@code ContextWindow}, {@code
 *       ScoredRecord}, {@code Explanation}
 *   <li>procedures: {@code Selector}, {@code NearestRuns}, {@code RunComparison}, {@code Fit},
 *       {@code Fits}, {@code TrackRecord}, {@code TrackRecords}, {@code Recipe}
 *   <li>the answer: {@code AnswerBuilder}, {@code ByteBudget}, {@code Redaction}
 *   <li>receipts of answers, and their replay: {@code ReceiptService}, {@code AnswerReceipt}
 *   <li>lists, page by page: {@code ListingService}, {@code RecordPages}, {@code EpisodePages},
 *       {@code SkillPages}, {@code RelationPages}, {@code PageCursor}, {@code EpisodeReader}
 *   <li>other questions: {@code HistoryService}, {@code MetricsService}, {@code JobsService}
 * </ul>
 */
@NullMarked
package dev.membrane.internal.retrieve;

import org.jspecify.annotations.NullMarked;
