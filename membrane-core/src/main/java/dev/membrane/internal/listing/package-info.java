/**
 * Lists, page by page: records, episodes and their events, skills, relations, versions.
 *
 * <p>To read first: {@link dev.membrane.internal.listing.ListingService}. The rest by what it is
 * about:
 *
 * <ul>
 *   <li>records: {@code ListQuery}, {@code RecordPages}
 *   <li>episodes: {@code EpisodePages}, {@code EpisodeReader}
 *   <li>skills: {@code SkillQuery}, {@code SkillPages}
 *   <li>relations: {@code RelationPages}
 *   <li>former versions: {@code VersionPages}, {@code VersionDiffs}
 *   <li>where a page begins and ends: {@code PageCursor}, {@code PageSize}
 * </ul>
 */
@NullMarked
package dev.membrane.internal.listing;

import org.jspecify.annotations.NullMarked;
