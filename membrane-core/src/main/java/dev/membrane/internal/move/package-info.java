/**
 * All that a store holds as lines of JSON, and such lines into a store: for a backup, or for a move
 * to a store of another kind. Knows stores by their SPI only, and changes nothing on the way.
 *
 * <p>Every line is a JSON object in UTF-8. Its first member, {@code line}, says what it is: {@code
 * header} first, then {@code record} for each record in the order of their arrival, {@code
 * tombstone} for what stays of a deleted one, {@code key} and {@code work} for keys and queue rows
 * that belong to no record, and {@code end} last. Its last member, {@code crc32c}, is the CRC-32C,
 * in eight hexadecimal digits, of all bytes before the comma in front of it. A record's own members
 * stand beside these two, and what the store keeps besides in {@code stored}. The end counts the
 * lines, itself included, and has the SHA-256 of all bytes before it.
 */
@NullMarked
package dev.membrane.internal.move;

import org.jspecify.annotations.NullMarked;
