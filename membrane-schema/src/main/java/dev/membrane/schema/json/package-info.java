/**
 * How records are written as JSON and read back: one codec for stores, transports and files.
 * Jackson does the scanning and stays inside this package.
 */
@NullMarked
package dev.membrane.schema.json;

import org.jspecify.annotations.NullMarked;
