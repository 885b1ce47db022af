package dev.membrane.chat;

/**
 * Where a message is kept.
 *
 * @param position in its conversation, rising
 * @param recordId of the record that has it; empty: the one that says so
 */
record MessageReference(long position, String recordId) {}
