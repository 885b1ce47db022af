/**
 * The relational store: what stores over SQL databases have in common. It turns records into rows
 * and back, finds the most salient ones by indexes, writes words into an index, and makes one
 * commit of changesets that arrive together. What differs between databases is in a {@link
 * dev.membrane.store.jdbc.Dialect}, and in classes that the stores have in pairs, of which the
 * names differ in the name of the store only.
 *
 * <p>The words of the tables. A <b>space</b> is a set of records that the same callers see and that
 * decay in the same way: all retired facts of the scope "team" with low sensitivity and a half-life
 * of a day are one. So a search asks few spaces, each for its first rows in an order that an index
 * has. A record is in a space of its scope and, unless scopes have keys of their own, in one of all
 * scopes, which the column {@code whole} names. A <b>pool</b> counts the records and words of a
 * scope and sensitivity, or of all scopes. A <b>lane</b> is a curve and half-life whose records
 * have spaces of their own; there are few, and all others share spaces. The orders are {@code
 * rank_key} for records of one lane whose order never changes, {@code drift}, an upper bound of the
 * salience, for others that decay, and {@code rest}, the value below which the salience never
 * falls.
 *
 * <p>To read first: {@link dev.membrane.store.jdbc.Dialect}, {@link
 * dev.membrane.store.jdbc.RecordRow} and {@link dev.membrane.store.jdbc.ranking.SalienceSearch}.
 * The ranking by salience and what encrypts are in sub-packages. The others stay together, as more
 * sub-packages would make more of them public. The classes by what they are about:
 *
 * <ul>
 *   <li><b>access</b>, how statements are run: {@code Dialect}, {@code ReadTransaction}, {@code
 *       JdbiRows}, {@code WriteTransaction}, {@code Scripts}, {@code Nullables}, {@code
 *       NumberList}, {@code Varint}, {@code SqlCodes}, {@code RowHash}, {@code ShortDigest}
 *   <li><b>reads</b>, the methods of a store: {@code JdbcReader}, {@code RecordQuery}, {@code
 *       HeaderQuery}, {@code NeighbourQuery}, {@code VectorQuery}, {@code ContentsQuery}, {@code
 *       TermStatisticsSum}, {@code KeptRuns}, {@code RunQuery}, {@code FoundRuns}, {@code RunWord},
 *       {@code WordPlaces}, {@code UnreadableRecords}, {@code ArrivalQuery}, {@code NextRecords},
 *       {@code ScopeQuery}
 *   <li><b>commit</b>, from a changeset to a transaction: {@code Writer}, {@code CommitQueue},
 *       {@code QueuedCommit}, {@code PreparedChangeset}, {@code SeenRecord}, {@code SeenRecords},
 *       {@code Step}, {@code WriteSet}, {@code Commits}, {@code Batch}, {@code SharedChanges}
 *   <li><b>tables</b>, what a step writes: {@code RecordTables}, {@code RecordStatements}, {@code
 *       RecordRow}, {@code Documents}, {@code SalienceColumns}, {@code SpacePosition}, {@code
 *       Spaces}, {@code Lane}, {@code RecordNumbers}, {@code Pools}, {@code RecentIds}, {@code
 *       KeyTable}, {@code QueueTable}, {@code RunTable}, {@code RunPlaces}, {@code Models}, {@code
 *       StoredVector}, {@code VectorRow}, {@code DatabaseWrites}
 *   <li><b>figures</b>, what metrics are made of: {@code FigureTable}, {@code FigureRow}, {@code
 *       FigureCounts}, {@code FigureSeries}, {@code FigurePoint}, {@code FigurePoints}, {@code
 *       FigureBlock}, {@code FigureSum}, {@code Figures}
 *   <li><b>filter</b>, which records a caller may see, and in which order: {@code VisibleSpaces},
 *       {@code Space}, {@code Conditions}, {@code WordConditions}, {@code WordIndex}, {@code
 *       Lookup}, {@code Comparison}, {@code RecordOrder}, {@code OrderedRows}
 *   <li><b>history</b>, former states of records: {@code VersionTable}, {@code Delta}, {@code
 *       JdbcHistory}, {@code HistoryQuery}, {@code VersionsQuery}, {@code FormerState}, {@code
 *       FormerStates}, {@code PresentState}, {@code HistoryCopy}, {@code FormerVectors}
 *   <li><b>words</b> of a record in the text index: {@code WordEncoding}, {@code WordList}, {@code
 *       ListedWords}, {@code PoolWords}, {@code DerivedRows}, {@code ReindexRequest}
 *   <li><b>audit</b>, logs and the check of all tables: {@code AuditTable}, {@code AuditRow},
 *       {@code LoggedEntry}, {@code TrailQuery}, {@code StoreInspection}, {@code HashedRows},
 *       {@code StoredCheck}, {@code RunCheck}, {@code ComparedRows}, {@code SpaceRows}, {@code
 *       ScopeRemains}, {@code MultisetHash}, {@code DatabaseTables}
 * </ul>
 */
@NullMarked
package dev.membrane.store.jdbc;

import org.jspecify.annotations.NullMarked;
