package dev.membrane.testing;

import dev.membrane.schema.MemoryType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The plan of a trial as it grows: its steps, and what they are known to make. Not thread-safe. */
final class TrialPlan {

  private static final Instant BEGIN = Instant.parse("2031-05-05T05:05:05.050505Z");

  private final long seed;
  private final Random random;
  private final KeyUsers claims = new KeyUsers();
  private final List<TrialStep> steps = new ArrayList<>();
  private final List<PlannedRecord> known = new ArrayList<>();
  private final Set<String> planted = new TreeSet<>();
  private final Set<String> named = new HashSet<>();
  private final List<String> receipts = new ArrayList<>();
  private Instant now = BEGIN;

  TrialPlan(long seed, Random random) {
    this.seed = seed;
    this.random = random;
  }

  KeyUsers claims() {
    return claims;
  }

  List<TrialStep> steps() {
    return steps;
  }

  /** Words that only records hold that the viewer does not see in full. */
  List<String> planted() {
    return List.copyOf(planted);
  }

  Instant now() {
    return now;
  }

  /** The {@code n}th id that the next step draws. */
  String nextId(int n) {
    return StepIds.id(seed, steps.size(), n);
  }

  /** An id that no step draws. */
  String unknownId() {
    return StepIds.id(seed, 9_999, 9);
  }

  /** A thread that nothing else is in. */
  String ownThread() {
    return "own " + steps.size() + "." + random.nextInt(100);
  }

  /** The ids of the receipts of answers, whoever has asked. */
  List<String> receipts() {
    return List.copyOf(receipts);
  }

  /** The next step asks for a receipt, and draws no id but its own. */
  void expectReceipt() {
    receipts.add(nextId(0));
  }

  RandomContents openly() {
    return new RandomContents(random, ContentWords.SHARED, now);
  }

  RandomContents secretly() {
    return new RandomContents(random, ContentWords.ALL, now);
  }

  void plant(RandomContents contents) {
    contents.used().stream().filter(ContentWords.SECRET::contains).forEach(planted::add);
  }

  void remember(PlannedRecord record) {
    known.removeIf(before -> before.id().equals(record.id()));
    known.add(record);
  }

  /** A record of a zone; null if none is known. */
  @Nullable PlannedRecord pick(ViewerAccess zone) {
    return pickFrom(known.stream().filter(record -> record.zone() == zone).toList());
  }

  /** A record of a zone and type; null if none is known. */
  @Nullable PlannedRecord pick(ViewerAccess zone, MemoryType type) {
    return pickFrom(known.stream().filter(it -> it.zone() == zone && it.type() == type).toList());
  }

  private @Nullable PlannedRecord pickFrom(List<PlannedRecord> some) {
    return some.isEmpty() ? null : Chance.oneOf(random, some);
  }

  /** Ids of records of zones, at most two. */
  List<String> some(ViewerAccess... zones) {
    List<String> some = new ArrayList<>();
    for (ViewerAccess zone : zones) {
      PlannedRecord record = random.nextInt(3) == 0 ? pick(zone) : null;
      if (record != null) {
        some.add(record.id());
      }
    }
    return some;
  }

  /** A record of which the viewer may know names another, which may be hidden. */
  void name(String id) {
    named.add(id);
  }

  boolean isNamed(String id) {
    return named.contains(id);
  }

  void call(String name, WorldAction action) {
    add(name, true, action, action);
  }

  void background(String name, @Nullable WorldAction inA, @Nullable WorldAction inB) {
    add(name, false, inA, inB);
  }

  /** Has what is written so far embedded, in both worlds. */
  void embed() {
    background("embedding", World::embed, World::embed);
  }

  /** Lets both worlds learn from what has settled. */
  void consolidate() {
    background("consolidation", World::consolidate, World::consolidate);
  }

  /** The first record that the next step, a consolidation, makes of an episode. */
  String learnedId(LearningStage stage, String episode) {
    return StepIds.learnedId(seed, steps.size(), stage, episode);
  }

  private void add(
      String name, boolean isCall, @Nullable WorldAction inA, @Nullable WorldAction inB) {
    steps.add(new TrialStep(steps.size(), name, isCall, now, inA, inB));
    now = now.plus(pause());
  }

  private Duration pause() {
    int kind = random.nextInt(40);
    if (kind < 20) {
      return Duration.ZERO;
    }
    if (kind < 37) {
      return Duration.ofMillis(random.nextInt(kind < 32 ? 100_000 : 20_000_000));
    }
    return Duration.ofHours(random.nextInt(kind < 39 ? 48 : 400));
  }
}
