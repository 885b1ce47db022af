/** What the packed server has besides its modules: the way it logs. */
@NullMarked
package dev.membrane.distribution;

import org.jspecify.annotations.NullMarked;
