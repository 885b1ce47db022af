/**
 * Runs of an agent as they are stored: episodes with their parts and calls, which runs belong
 * together, and how often procedures worked in them.
 *
 * <ul>
 *   <li>episodes: {@code EpisodeParts}, {@code EpisodeSettling}, {@code LatestEpisode}, {@code
 *       CallEvents}
 *   <li>runs: their groups, calls, times and ends, {@code RunGroups}, {@code ToolCounts}, {@code
 *       RunTime} and {@code EndedRuns}, and what is known of those that were learned from, {@code
 *       KnownRuns}, {@code SourceRun} and {@code FailedRun}
 *   <li>outcomes of procedures: {@code ProcedureOutcomes}, {@code ProcedureUse}, {@code
 *       AbortedRuns}, {@code ToolCodes}, {@code Wilson}
 * </ul>
 */
@NullMarked
package dev.membrane.internal.episode;

import org.jspecify.annotations.NullMarked;
