/**
 * Writes all that a store holds as lines of JSON, and reads such lines into a store. This is for a
 * backup, or for a move to a store of another kind. It knows stores only by their SPI, and changes
 * nothing on the way.
 *
 * <p>Every line is a JSON object in UTF-8. Its first member, {@code line}, says what the line is.
 * The first line is {@code header}. Then {@code record} stands for each record, in the order of
 * their arrival, {@code tombstone} for the rest of a deleted one, and {@code key} and {@code work}
 * for keys and queue rows that belong to no record. The last line is {@code end}. The last member
 * of every line, {@code crc32c}, is the CRC-32C, in eight hexadecimal digits, of all bytes before
 * the comma in front of it. A record's own members are next to these two, and what the store keeps
 * beyond the record is in {@code stored}. The line {@code end} has the number of lines, itself
 * included, and the SHA-256 of all bytes before it.
 */
@NullMarked
package dev.membrane.internal.transfer;

import org.jspecify.annotations.NullMarked;
