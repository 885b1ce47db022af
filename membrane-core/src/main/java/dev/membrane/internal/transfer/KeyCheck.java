package dev.membrane.internal.transfer;

import dev.membrane.internal.episode.AbortedRuns;
import dev.membrane.internal.episode.EndedRuns;
import dev.membrane.internal.episode.EpisodeParts;
import dev.membrane.internal.episode.ProcedureOutcomes;
import dev.membrane.internal.keys.ErasureKeys;
import dev.membrane.internal.keys.IdempotentCallKeys;
import dev.membrane.internal.keys.KeyKinds;
import dev.membrane.internal.keys.QuotaKeys;
import dev.membrane.internal.keys.UsedRecordsKey;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.commit.Key;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Checks keys that come from elsewhere: their values, by what their names begin with. What begins
 * otherwise is a key that this version neither reads nor erases.
 */
final class KeyCheck {

  private static final RecordCodec CODEC = new RecordCodec();

  private static final Map<String, Predicate<Key>> KINDS =
      Map.ofEntries(
          Map.entry(KeyKinds.ENDED_RUNS, key -> EndedRuns.isSound(key.value())),
          Map.entry(KeyKinds.REPORTED_RUNS, key -> EndedRuns.isSound(key.value())),
          Map.entry(KeyKinds.OUTCOMES, key -> ProcedureOutcomes.isSound(key.value())),
          Map.entry(KeyKinds.ABORTED_RUNS, key -> AbortedRuns.isSound(key.value())),
          Map.entry(KeyKinds.PARTS, EpisodeParts::isSound),
          Map.entry(KeyKinds.QUOTA, key -> QuotaKeys.isCount(key.value())),
          Map.entry(KeyKinds.COST, key -> QuotaKeys.isCost(key.value())),
          Map.entry(KeyKinds.NOTE, key -> isObject(key.value())),
          Map.entry(KeyKinds.LESSON, KeyCheck::isLesson),
          Map.entry(KeyKinds.CLAIMED_COUNTS, key -> key.value().isEmpty()),
          Map.entry(KeyKinds.STANDS_FOR_RUNS, key -> key.value().isEmpty()),
          Map.entry(KeyKinds.PROCEDURE, KeyCheck::isId),
          Map.entry(KeyKinds.FACT, KeyCheck::isId),
          Map.entry(KeyKinds.SIMILAR_FACTS, KeyCheck::isId),
          Map.entry(KeyKinds.EPISODE, KeyCheck::isId),
          Map.entry(KeyKinds.BESIDE_EPISODE, KeyCheck::isId),
          Map.entry(KeyKinds.OWN_EPISODE, KeyCheck::isId),
          Map.entry(KeyKinds.THREAD, KeyCheck::isId),
          // These two are checked where their values are known.
          Map.entry(UsedRecordsKey.PREFIX, any -> true),
          Map.entry(IdempotentCallKeys.PREFIX, key -> key.owner() == null));

  private KeyCheck() {}

  /**
   * Checks a key of a line.
   *
   * @throws ValidationException if this version cannot have left it, or it belongs to one store
   */
  static void check(Key key) {
    ErasureKeys.check(key);
    UsedRecordsKey.check(key);
    if (Exporter.isOfStore(key)) {
      throw new ValidationException("name", "must not be that of a key of the store itself");
    }
    if (key.name().equals(Key.FORMER_TERMS.name())) {
      return;
    }
    Map.Entry<String, Predicate<Key>> kind =
        KINDS.entrySet().stream()
            .filter(known -> key.name().startsWith(known.getKey()))
            .findFirst()
            .orElseThrow(
                () -> new ValidationException("name", "must begin with a kind that is known here"));
    if (!kind.getValue().test(key)) {
      throw new ValidationException("value", "must be the value of a key named " + kind.getKey());
    }
  }

  private static boolean isId(Key key) {
    return RecordIds.canonical(key.value()).filter(key.value()::equals).isPresent();
  }

  /** The version of an episode, and what was learned from it. */
  private static boolean isLesson(Key key) {
    String[] parts = key.value().split(" ", 2);
    return parts.length == 2
        && !parts[0].isEmpty()
        && parts[0].chars().allMatch(Character::isDigit)
        && isObject(parts[1]);
  }

  private static boolean isObject(String text) {
    try {
      return CODEC.parse("value", text) instanceof JsonObject;
    } catch (ValidationException garbage) {
      return false;
    }
  }
}
