package dev.membrane.tck;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import java.util.Arrays;
import java.util.Set;

/** A call, a method reference or a field access to certain members of a class. */
final class Accesses extends DescribedPredicate<JavaAccess<?>> {

  private final String owner;
  private final Set<String> members;

  private Accesses(String owner, Set<String> members) {
    super("%s of %s", members, owner);
    this.owner = owner;
    this.members = members;
  }

  static Accesses of(String owner, String... members) {
    return new Accesses(owner, Set.of(members));
  }

  static DescribedPredicate<JavaAccess<?>> anyOf(Accesses... several) {
    return DescribedPredicate.or(Arrays.asList(several));
  }

  @Override
  public boolean test(JavaAccess<?> access) {
    return access.getTargetOwner().isAssignableTo(owner)
        && members.contains(access.getTarget().getName());
  }
}
