/**
 * Measures whether retrieval finds the turns of conversations that answer questions, compared with
 * simpler methods that share nothing with the engine's ranking.
 *
 * <p>To read first: {@code RelevanceCommand}, {@code MethodComparison} and {@code RankingMethod}.
 * The rest by what it is about:
 *
 * <ul>
 *   <li>methods: {@code EngineMemory}, which is the engine, {@code FullText}, {@code PlainBm25},
 *       {@code VectorsAlone}, {@code LinearFusion}, {@code Rationed}, {@code Recency}
 *   <li>data: {@code DataFiles}, {@code DataSet}, {@code ConversationReader}, {@code Sentences},
 *       {@code Filling}, {@code KeptVectors}
 *   <li>results: {@code Measure}, {@code Interval}, {@code Report}
 *   <li>nearest neighbours: {@code NearestCommand}, {@code NearestFigures}, {@code NearestSchema}
 * </ul>
 */
@NullMarked
package dev.membrane.benchmarks.relevance;

import org.jspecify.annotations.NullMarked;
