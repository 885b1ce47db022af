package dev.membrane.internal.keys;

/** The predicates of relations and facts that the engine itself writes and reads. */
public final class RelationNames {

  /** From the record that replaces another to that other. */
  public static final String SUPERSEDES = "supersedes";

  /** From a record to one that it was forked, merged or learned from. */
  public static final String DERIVED_FROM = "derived_from";

  /** From a contested record to the one that speaks against it. */
  public static final String CONTESTED_BY = "contested_by";

  /** Between two facts that cannot both be true. */
  public static final String CONTRADICTS = "contradicts";

  /** Of a fact that has the words of an event, to whose kind it assigns them. */
  public static final String OBSERVED_IN = "observed_in";

  private RelationNames() {}
}
