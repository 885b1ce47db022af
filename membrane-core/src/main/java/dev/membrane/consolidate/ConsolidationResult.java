package dev.membrane.consolidate;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.spi.Observer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a run has learned.
 *
 * @param episodicCompressed episodes whose salience was reduced
 * @param semanticExtracted facts made from events
 * @param semanticTriplesExtracted facts made by an extractor
 * @param competenceExtracted competences made
 * @param planGraphsExtracted plan graphs made
 * @param duplicatesResolved records that were met with again, instead of made again
 * @param extractionSkipped episodes that could not be handled this time
 */
public record ConsolidationResult(
    int episodicCompressed,
    int semanticExtracted,
    int semanticTriplesExtracted,
    int competenceExtracted,
    int planGraphsExtracted,
    int duplicatesResolved,
    int extractionSkipped) {

  /** The result of a run that did not come to its turn. */
  static final ConsolidationResult NOTHING = new ConsolidationResult(0, 0, 0, 0, 0, 0, 0);

  void tell(Observer observer) {
    String job = "consolidation";
    observer.handled(job, "compressed", episodicCompressed);
    observer.handled(job, "semantic_created", semanticExtracted);
    observer.handled(job, "triples_created", semanticTriplesExtracted);
    observer.handled(job, "competence_created", competenceExtracted);
    observer.handled(job, "plan_graph_created", planGraphsExtracted);
    observer.handled(job, "met_again", duplicatesResolved);
    observer.handled(job, "failed", extractionSkipped);
  }

  /** The counters as they are answered. */
  public JsonObject toJson() {
    Map<String, JsonValue> json = new LinkedHashMap<>();
    json.put("episodic_compressed", JsonValue.of(episodicCompressed));
    json.put("semantic_extracted", JsonValue.of(semanticExtracted));
    json.put("semantic_triples_extracted", JsonValue.of(semanticTriplesExtracted));
    json.put("competence_extracted", JsonValue.of(competenceExtracted));
    json.put("plan_graphs_extracted", JsonValue.of(planGraphsExtracted));
    json.put("duplicates_resolved", JsonValue.of(duplicatesResolved));
    json.put("extraction_skipped", JsonValue.of(extractionSkipped));
    return new JsonObject(json);
  }
}
