/**
 * A store without a database: for tests, trials and agents whose memory need not outlive them. It
 * is also the plainest reading of the store contract, against which others can be compared.
 */
@NullMarked
package dev.membrane.store.memory;

import org.jspecify.annotations.NullMarked;
