package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.spi.store.StoreReader.Inspection;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Notes what a store shows. */
class Inspected implements Inspection {

  /** A scope of this name is none. */
  private static final String NO_SCOPE = "";

  private static final BigInteger MODULUS = BigInteger.TWO.pow(256);

  private final Map<String, Terms> terms = new HashMap<>();
  private final Map<String, AuditHead> heads = new TreeMap<>();
  private final List<AuditTrail> trails = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  /** Samples whose terms a store is told, as no analyser has made them. */
  Inspected(Sample... samples) {
    for (Sample sample : samples) {
      terms.put(sample.id(), sample.terms());
    }
  }

  List<AuditTrail> trails() {
    return trails;
  }

  List<String> faults() {
    return faults;
  }

  /** The heads of the scopes that have a trail. */
  Map<String, AuditHead> heads() {
    heads.values().removeIf(head -> head.trails() == 0 && head.sum().signum() == 0);
    return heads;
  }

  /** The heads that the trails should have. */
  Map<String, AuditHead> expected() {
    Map<String, AuditHead> expected = new TreeMap<>();
    for (AuditTrail trail : trails) {
      String scope = trail.scope() == null ? NO_SCOPE : trail.scope();
      AuditHead others = expected.getOrDefault(scope, new AuditHead(0, BigInteger.ZERO));
      BigInteger sum = others.sum().add(number(trail)).mod(MODULUS);
      expected.put(scope, new AuditHead(others.trails() + 1, sum));
    }
    return expected;
  }

  private static BigInteger number(AuditTrail trail) {
    int links = trail.links().size();
    String last = links == 0 ? "" : trail.links().get(links - 1).hash();
    byte[] text = (trail.id() + ' ' + last).getBytes(StandardCharsets.UTF_8);
    try {
      return new BigInteger(1, MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Override
  public Terms termsOf(MemoryRecord record) {
    return terms.getOrDefault(record.id(), Terms.NONE);
  }

  @Override
  public void head(@Nullable String scope, AuditHead head) {
    assertThat(trails).as("heads come first").isEmpty();
    heads.merge(scope == null ? NO_SCOPE : scope, head, AuditHead::plus);
  }

  @Override
  public void trail(AuditTrail trail) {
    trails.add(trail);
  }

  @Override
  public void fault(@Nullable String id, String reason) {
    faults.add(id + ": " + reason);
  }
}
