package dev.membrane.store.memory;

import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.History.PastRecord;
import dev.membrane.spi.store.History.RecordVersion;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.Vector;
import dev.membrane.store.memory.EndedStates.Ended;
import dev.membrane.store.memory.ScannedVectors.QuietRead;
import dev.membrane.store.memory.Tables.FormerVector;
import dev.membrane.store.memory.Tables.NumberedRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Looks at every record and every former state. */
final class ScannedHistory implements History {

  private static final int PAGE = 1_000;

  private static final Comparator<KeptRun> LATEST_FIRST =
      Comparator.comparing(KeptRun::at).thenComparing(KeptRun::id).reversed();

  private final Tables tables;
  private final QuietRead reading;

  ScannedHistory(Tables tables, QuietRead reading) {
    this.tables = tables;
    this.reading = reading;
  }

  @Override
  public List<PastRecord> at(Instant at, Visibility visibility, long after) {
    return reading.of(
        () ->
            arrived(after, visibility::seesAtAll)
                .flatMap(log -> at(log.getKey(), log.getValue(), at))
                .limit(PAGE)
                .toList());
  }

  @Override
  public List<PastRecord> at(Instant at, Collection<String> ids) {
    return reading.of(() -> each(ids, (id, log) -> at(id, log, at)).toList());
  }

  @Override
  public Map<String, Double> cosines(
      Instant at, String model, Vector vector, Collection<String> ids) {
    return reading.of(
        () -> {
          Map<String, Double> cosines = new HashMap<>();
          for (String id : ids) {
            embedding(id, at)
                .filter(found -> ScannedVectors.isLike(found, model, vector))
                .ifPresent(found -> cosines.put(id, vector.cosine(found.vector())));
          }
          return cosines;
        });
  }

  private Optional<Embedding> embedding(String id, Instant at) {
    return tables.formerVectors().getOrDefault(id, List.of()).stream()
        .filter(former -> former.until().isAfter(at))
        .min(Comparator.comparing(FormerVector::until))
        .or(() -> present(id, at))
        .filter(found -> !found.from().isAfter(at))
        .map(FormerVector::embedding);
  }

  /** The present one, as if it ended after an instant. */
  private Optional<FormerVector> present(String id, Instant at) {
    Embedding embedding = tables.embeddings().get(id);
    Instant from = tables.embeddedAt().get(id);
    return embedding == null || from == null
        ? Optional.empty()
        : Optional.of(new FormerVector(embedding, from, at));
  }

  @Override
  public List<RecordVersion> versions(String id, long after, int limit) {
    return reading.of(
        () -> {
          List<RecordVersion> all = new ArrayList<>();
          Past before = null;
          for (Past past : known(id)) {
            all.add(version(past, past.until(), before));
            before = past;
          }
          Row row = tables.rows().get(id);
          if (row != null) {
            Past present =
                new Past(row.stored().version(), row, entries(id), row.record().updatedAt());
            all.add(version(present, null, before));
          }
          return all.stream().filter(it -> it.number() > after).limit(limit).toList();
        });
  }

  @Override
  public List<PastRecord> pruned(Visibility visibility, long after) {
    return reading.of(
        () ->
            arrived(after, visibility::sees)
                .flatMap(log -> last(log.getKey(), log.getValue()))
                .limit(PAGE)
                .toList());
  }

  @Override
  public List<PastRecord> pruned(Collection<String> ids) {
    return reading.of(() -> each(ids, this::last).toList());
  }

  private Stream<PastRecord> last(String id, Log log) {
    List<Past> pasts = tables.rows().containsKey(id) ? List.of() : tables.pasts(id);
    return pasts.stream()
        .skip(Math.max(0, pasts.size() - 1))
        .flatMap(past -> past(past.row(), log, 0));
  }

  @Override
  public SortedMap<Long, String> revised(Visibility visibility, long after, int limit) {
    return reading.of(
        () -> {
          SortedMap<Long, String> found = new TreeMap<>();
          arrived(after, visibility::sees)
              .filter(log -> isRevised(log.getKey()))
              .limit(limit)
              .forEach(log -> found.put(log.getValue().arrival(), log.getKey()));
          return found;
        });
  }

  private boolean isRevised(String id) {
    Row next = tables.rows().get(id);
    if (next != null && next.record().payload() instanceof EpisodicPayload) {
      return false;
    }
    List<Past> pasts = tables.pasts(id);
    for (int i = pasts.size() - 1; i >= 0; i--) {
      Row row = pasts.get(i).row();
      if (row != null && !Past.isSame(row, next)) {
        return true;
      }
      next = row;
    }
    return false;
  }

  @Override
  public List<Key> keys(Instant at, Collection<String> names) {
    return reading.of(
        () ->
            names.stream()
                .distinct()
                .flatMap(
                    name ->
                        EndedStates.at(
                            at,
                            tables.formerKeys().getOrDefault(name, List.of()),
                            tables.keys().get(name))
                            .stream())
                .toList());
  }

  @Override
  public List<KeptRun> runs(Instant at, Visibility visibility, @Nullable KeptRun after, int limit) {
    return reading.of(
        () ->
            Stream.concat(tables.runs().keySet().stream(), tables.formerRuns().keySet().stream())
                .distinct()
                .filter(id -> run(id).filter(now -> !sees(visibility, now)).isEmpty())
                .flatMap(id -> run(id, at))
                .filter(run -> sees(visibility, run))
                .filter(run -> after == null || LATEST_FIRST.compare(run, after) > 0)
                .sorted(LATEST_FIRST)
                .limit(limit)
                .toList());
  }

  @Override
  public List<KeptRun> runs(Instant at, Collection<String> ids) {
    return reading.of(() -> ids.stream().distinct().flatMap(id -> run(id, at)).toList());
  }

  private static boolean sees(Visibility visibility, KeptRun run) {
    return visibility.sees(run.scope(), run.sensitivity());
  }

  private Stream<KeptRun> run(String id, Instant at) {
    return EndedStates.at(at, tables.formerRuns().getOrDefault(id, List.of()), run(id).orElse(null))
        .stream();
  }

  private Optional<KeptRun> run(String id) {
    return Optional.ofNullable(tables.runs().get(id)).map(NumberedRun::run);
  }

  @Override
  public Optional<Instant> oldestEnd() {
    return reading.of(
        () ->
            Stream.of(
                    ends(tables.pasts(), Past::until),
                    ends(tables.formerVectors(), FormerVector::until),
                    ends(tables.formerKeys(), Ended::until),
                    ends(tables.formerRuns(), Ended::until))
                .flatMap(ends -> ends)
                .min(Comparator.naturalOrder()));
  }

  private static <T> Stream<Instant> ends(Map<String, List<T>> former, Function<T, Instant> until) {
    return former.values().stream().flatMap(List::stream).map(until);
  }

  /** The former states of a record; what was before a gap in their numbers is not known. */
  private List<Past> known(String id) {
    List<Past> all = tables.pasts(id);
    if (all.isEmpty()) {
      return all;
    }
    Row row = tables.rows().get(id);
    int first = all.size();
    long next = row != null ? row.stored().version() : all.get(first - 1).number() + 1;
    while (first > 0 && all.get(first - 1).number() == next - 1) {
      first--;
      next--;
    }
    return all.subList(first, all.size());
  }

  private static RecordVersion version(Past past, @Nullable Instant until, @Nullable Past before) {
    Row row = past.row();
    Instant from = row == null ? past.until() : row.record().updatedAt();
    return new RecordVersion(
        past.number(),
        row == null ? null : row.stored(),
        past.entries(),
        before == null ? from : before.until(),
        until,
        before != null && Past.isSame(before.row(), row));
  }

  /** The logs of those that arrived after one of them and are seen, in this order. */
  private Stream<Map.Entry<String, Log>> arrived(
      long after, BiPredicate<@Nullable String, Sensitivity> sees) {
    return tables
        .logsAfter(after)
        .filter(log -> sees.test(log.getValue().scope(), log.getValue().sensitivity()));
  }

  private Stream<PastRecord> each(
      Collection<String> ids, BiFunction<String, Log, Stream<PastRecord>> states) {
    return ids.stream()
        .distinct()
        .filter(tables.logs()::containsKey)
        .flatMap(id -> states.apply(id, tables.logs().get(id)));
  }

  private Stream<PastRecord> at(String id, Log log, Instant at) {
    Row row = tables.rows().get(id);
    return known(id).stream()
        .filter(past -> past.until().isAfter(at))
        .findFirst()
        .or(() -> Optional.ofNullable(row).map(it -> new Past(0, it, entries(id), at)))
        .stream()
        .flatMap(past -> past(past.row(), log, past.entries()))
        .filter(past -> !past.stored().record().createdAt().isAfter(at));
  }

  private Stream<PastRecord> past(@Nullable Row row, Log log, int entries) {
    if (row == null) {
      return Stream.empty();
    }
    return Stream.of(
        new PastRecord(
            new StoredRecord(
                row.record().withAuditLog(log.excerpt(entries)),
                row.stored().version(),
                row.stored().anchor(),
                ""),
            entries,
            row.terms(),
            log.arrival(),
            log.scope(),
            log.sensitivity(),
            0));
  }

  private int entries(String id) {
    Log log = tables.logs().get(id);
    return log == null ? 0 : log.links().size();
  }
}
