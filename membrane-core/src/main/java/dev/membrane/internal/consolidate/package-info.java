/**
 * Learning: settled episodes become facts, skills and plans. Each version of an episode is learned
 * from once. What is learned is committed together with a mark that the episode was handled.
 *
 * <p>To read first: {@link dev.membrane.internal.consolidate.ConsolidationService}, {@code
 * StageRun} and {@link dev.membrane.internal.consolidate.SemanticStage}. The rest by what it is
 * about:
 *
 * <ul>
 *   <li>stages: {@code SemanticStage}, {@code ExtractionStage}, {@code CompetenceStage}, {@code
 *       PlanGraphStage}, {@code GeneralizationStage}, {@code Compression}, {@code DefaultStages}
 *   <li>a page of episodes on its way through a stage: {@code ScopedNotebook}, {@code StageCommit},
 *       {@code Learned}, {@code Taught}, {@code RecentLessons}, {@code ModelFailures}, {@code
 *       RunProgress}
 *   <li>lessons and their codecs: {@code CompetenceLesson}, {@code PlanLesson}, {@code
 *       GeneralizationLesson}, {@code RunCodec}, {@code TallyCodec}, {@code StatementsCodec},
 *       {@code RecordNote}, {@code StoredFields}
 *   <li>the statements of episodes: {@code Statement}, {@code Statements}, {@code Testimony},
 *       {@code Hearsay}, {@code Sources}, {@code Vocabulary}
 *   <li>runs and what they have in common: {@code Run}, {@code ToolRun}, {@code Skill}, {@code
 *       PlanVersion}, {@code ReusedValues}, {@code Generalization}, {@code Surroundings}, {@code
 *       Tally}, {@code CallArguments}, {@code TextCounts}, {@code Frequencies}, {@code LatestRuns},
 *       {@code Window}, {@code NewRuns}, {@code Procedures}
 * </ul>
 */
@NullMarked
package dev.membrane.internal.consolidate;

import org.jspecify.annotations.NullMarked;
