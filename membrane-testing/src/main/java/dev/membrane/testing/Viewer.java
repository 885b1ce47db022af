package dev.membrane.testing;

import dev.membrane.Caller;
import dev.membrane.Permission;
import dev.membrane.TrustContext;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Visibility;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who asks in a trial. With a fixed trust the caller could see more, but never asks for more: then
 * only calls that take a trust are made.
 *
 * @param caller who calls
 * @param fixed the widest trust that is asked for; null: the caller's whole grant
 * @param sees what is seen under the widest trust
 */
record Viewer(Caller caller, @Nullable TrustContext fixed, Visibility sees) {

  private static final List<Sensitivity> BELOW_TOP =
      List.of(Sensitivity.PUBLIC, Sensitivity.LOW, Sensitivity.MEDIUM, Sensitivity.HIGH);

  private static final Set<Permission> RIGHTS =
      EnumSet.of(Permission.INGEST, Permission.RETRIEVE, Permission.REVISE);

  static Viewer any(Random random, long seed) {
    Visibility sees = visibility(random);
    String name = "caller-" + seed;
    if (random.nextInt(4) > 0) {
      return new Viewer(caller(name, sees), null, sees);
    }
    Visibility granted =
        new Visibility(level(random), random.nextBoolean() ? null : scopes(random));
    Caller caller = caller(name, granted);
    TrustContext fixed =
        TrustContext.upTo(level(random), listed(scopes(random))).actingFor("agent");
    Viewer narrowed = new Viewer(caller, fixed, fixed.of(caller));
    return narrowed.hidesSomething() ? narrowed : new Viewer(caller(name, sees), null, sees);
  }

  private static Caller caller(String name, Visibility sees) {
    Caller caller = Caller.named(name).upTo(sees.ceiling()).permitted(RIGHTS);
    return sees.scopes() == null ? caller : caller.in(sees.scopes());
  }

  private static Visibility visibility(Random random) {
    if (random.nextInt(4) == 0) {
      return new Visibility(Chance.oneOf(random, BELOW_TOP), null);
    }
    return new Visibility(level(random), scopes(random));
  }

  private boolean hidesSomething() {
    return !Place.of(ViewerAccess.HIDDEN, sees).isEmpty()
        || !Place.of(ViewerAccess.ABOVE, sees).isEmpty();
  }

  /** A trust that shows no more than the viewer sees; null, where that is allowed, for no limit. */
  @Nullable TrustContext trust(Random random, boolean needed) {
    if (fixed == null && !needed && random.nextBoolean()) {
      return null;
    }
    TrustContext widest = fixed == null ? TrustContext.upTo(Sensitivity.HYPER) : fixed;
    return random.nextInt(10) < 6 ? widest : narrower(random, widest);
  }

  private static TrustContext narrower(Random random, TrustContext widest) {
    Sensitivity asked = level(random);
    Sensitivity level = widest.maxSensitivity().covers(asked) ? asked : widest.maxSensitivity();
    List<String> scopes =
        new ArrayList<>(widest.scopes().isEmpty() ? Place.SCOPES : widest.scopes());
    Collections.shuffle(scopes, random);
    return TrustContext.upTo(level, scopes.subList(0, 1 + random.nextInt(scopes.size())));
  }

  private static Sensitivity level(Random random) {
    return Chance.oneOf(random, Sensitivity.values());
  }

  /** None, one or two. */
  private static Set<String> scopes(Random random) {
    List<String> scopes = new ArrayList<>(Place.SCOPES);
    Collections.shuffle(scopes, random);
    return Set.copyOf(scopes.subList(0, random.nextInt(3)));
  }

  private static List<String> listed(Set<String> scopes) {
    return scopes.stream().sorted().toList();
  }
}
