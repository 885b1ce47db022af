package dev.membrane.store.jdbc;

/**
 * A decay curve and half-life whose records have spaces of their own.
 *
 * @param curve the name of the curve
 * @param halfLife in seconds
 */
record Lane(String curve, long halfLife) {

  /** That of records that share their spaces with others of any half-life. */
  static final Lane NONE = new Lane("", 0);

  static Lane of(SalienceColumns salience) {
    return new Lane(salience.curve().wireName(), salience.halfLife());
  }
}
