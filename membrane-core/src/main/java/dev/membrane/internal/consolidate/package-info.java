/**
 * Learning: settled episodes become facts, skills and plans. Each version of an episode is learned
 * from once. What is learned is committed together with a mark that the episode was handled. The
 * stages themselves are in sub-packages; here is what takes episodes through any stage, those of a
 * vendor too.
 *
 * <p>To read first: {@link dev.membrane.internal.consolidate.ConsolidationService}, {@code
 * StagePass} and {@link dev.membrane.internal.consolidate.StageCommit}. The rest by what it is
 * about:
 *
 * <ul>
 *   <li>a page of episodes on its way through a stage: {@code StageWork}, {@code LessonBatch},
 *       {@code WholeEpisode}, {@code LearningContext}, {@code ScopedNotebook}, {@code
 *       LearningNotebook}, {@code RecordEdit}, {@code StoredLesson}, {@code RecentLessons}, {@code
 *       ModelFailures}, {@code LearningProgress}
 *   <li>before all stages: {@code Settling}
 *   <li>episodes that are shown to a stage again: {@code UnlearnedEpisodes}
 *   <li>lessons taken back: {@code LessonWithdrawal}, {@code ErasingNotebook}
 *   <li>notes of stages as they are stored: {@code NoteChange}, {@code StoredFields}
 *   <li>what holds for records of any stage: {@code Disagreements}, {@code Sources}, {@code
 *       PlanVersion}
 *   <li>after all stages: {@code Compression}
 * </ul>
 */
@NullMarked
package dev.membrane.internal.consolidate;

import org.jspecify.annotations.NullMarked;
