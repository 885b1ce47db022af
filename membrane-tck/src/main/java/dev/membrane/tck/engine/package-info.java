/**
 * Properties of the engine over any store: random sequences of calls beside a naive oracle, which
 * knows the rules and shares no code with the engine, and what callers may not see, which has no
 * influence on what they are told. A vendor extends the abstract classes like those of the store's
 * contract.
 */
@NullMarked
package dev.membrane.tck.engine;

import org.jspecify.annotations.NullMarked;
