/**
 * Values that callers write: the rules of ids, scopes and texts, how large a request is, and
 * digests. Nothing here knows a store or a service.
 *
 * <ul>
 *   <li>rules: {@code RecordIds}, {@code Scopes}, {@code TextRules}, {@code Elements}, {@code
 *       FarFuture}
 *   <li>requests as wholes: {@code RequestParts}, {@code RequestSize}
 *   <li>texts that the engine writes: {@code CallSummary}, {@code Digest}
 * </ul>
 */
@NullMarked
package dev.membrane.internal.value;

import org.jspecify.annotations.NullMarked;
