/**
 * Which records can be read, and what and how much of them a caller is shown: damaged ones, those
 * of which the caller may not know, and those that others name.
 *
 * <p>To read first: {@link dev.membrane.internal.access.Withholding}. The rest by what it is about:
 *
 * <ul>
 *   <li>damaged records: {@code DamagedRecords}, {@code ReadableStore}, {@code KnownRecords}
 *   <li>records that others name, and records by their ids: {@code NamedIds}, {@code ById}
 *   <li>notes of stages, of which a destroyed key leaves nothing: {@code NoteValues}
 *   <li>one record in full, in outline or not at all, and how many bytes all of them have: {@code
 *       Sight}, {@code ByteBudget}
 *   <li>whom the records of a caller are by: {@code Authorship}
 * </ul>
 */
@NullMarked
package dev.membrane.internal.access;

import org.jspecify.annotations.NullMarked;
