/** What the packed server has beside its modules: the way it logs. */
@NullMarked
package dev.membrane.distribution;

import org.jspecify.annotations.NullMarked;
