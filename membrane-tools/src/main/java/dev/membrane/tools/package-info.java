/**
 * The tools by which a model uses a memory. Adapters of frameworks and protocols offer them to
 * their models and say for each use whose memory it is.
 */
@NullMarked
package dev.membrane.tools;

import org.jspecify.annotations.NullMarked;
