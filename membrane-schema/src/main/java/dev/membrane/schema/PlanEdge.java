package dev.membrane.schema;

/**
 * A dependency between two nodes of a plan.
 *
 * @param from the id of the node that comes first
 * @param to the id of the node that depends on it
 * @param kind how it depends
 */
public record PlanEdge(String from, String to, EdgeKind kind) {

  public PlanEdge {
    from = Components.present("from", from);
    to = Components.present("to", to);
    kind = Components.present("kind", kind);
  }
}
