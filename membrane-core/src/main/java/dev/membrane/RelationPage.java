package dev.membrane;

import dev.membrane.schema.Relation;
import java.util.List;

/**
 * A page of the relations of a record.
 *
 * @param relations those of the record first, then those to it
 * @param nextCursor the cursor of the next page; empty on the last page
 */
public record RelationPage(List<Edge> relations, String nextCursor) {

  /** Copies the list. */
  public RelationPage {
    relations = List.copyOf(relations);
  }

  /**
   * A relation between two records.
   *
   * @param sourceId the record that holds it
   * @param relation what it is, and to which record
   */
  public record Edge(String sourceId, Relation relation) {}
}
