package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.StoredFields;
import dev.membrane.internal.consolidate.procedure.Tally.Things;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.ToolEffect;
import dev.membrane.schema.ToolNode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of a run show about whether their tools change anything.
 *
 * @param places the places of the calls, by what they show
 */
record CallEffects(Map<Things, List<Integer>> places) {

  /** Copies the map. */
  CallEffects {
    places = Map.copyOf(places);
  }

  static CallEffects of(List<ToolNode> calls) {
    Map<Things, List<Integer>> places = new EnumMap<>(Things.class);
    ReusedValues.feeds(calls).forEach(place -> add(Things.FEEDS, place, places));
    Map<CallKey, Integer> earlier = new HashMap<>();
    for (int i = 0; i < calls.size(); i++) {
      ToolNode call = calls.get(i);
      if (call.effect() != null) {
        add(call.effect() == ToolEffect.READ ? Things.READS : Things.WRITES, i, places);
      }
      Integer before = earlier.put(new CallKey(call.tool(), call.args()), i);
      if (before != null) {
        boolean isSame = Objects.equals(calls.get(before).result(), call.result());
        add(isSame ? Things.SAME : Things.OTHER, i, places);
      }
    }
    return new CallEffects(places);
  }

  private static void add(Things kind, int place, Map<Things, List<Integer>> places) {
    places.computeIfAbsent(kind, it -> new ArrayList<>()).add(place);
  }

  /** Counts the tools of the calls; with a sign of -1, takes them away. */
  void count(List<String> tools, int sign, Tally tally) {
    places.forEach(
        (kind, some) -> some.forEach(place -> tally.things(kind).add(tools.get(place), sign)));
  }

  void writeTo(StoredFields lesson) {
    places.forEach((kind, some) -> lesson.put(TallyCodec.nameOf(kind), some));
  }

  static CallEffects read(StoredFields lesson) {
    Map<Things, List<Integer>> places = new EnumMap<>(Things.class);
    for (Things kind :
        List.of(Things.FEEDS, Things.READS, Things.WRITES, Things.SAME, Things.OTHER)) {
      List<Integer> some = lesson.counts(TallyCodec.nameOf(kind));
      if (!some.isEmpty()) {
        places.put(kind, some);
      }
    }
    return new CallEffects(places);
  }

  private record CallKey(String tool, @Nullable JsonObject args) {}
}
