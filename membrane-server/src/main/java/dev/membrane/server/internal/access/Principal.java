package dev.membrane.server.internal.access;

import dev.membrane.Caller;

/**
 * A caller with a key of their own.
 *
 * @param key what they show
 * @param caller who they are to the engine, what they may do and see
 */
record Principal(ApiKey key, Caller caller) {}
