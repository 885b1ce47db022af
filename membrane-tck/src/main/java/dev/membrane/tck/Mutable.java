package dev.membrane.tck;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A type whose values can be changed, as far as the type tells: what a {@code Map} holds may be
 * immutable, what a {@code HashMap} holds is not.
 */
final class Mutable extends DescribedPredicate<JavaClass> {

  private static final List<Class<?>> CHANGING =
      List.of(StringBuilder.class, ThreadLocal.class, Random.class);

  Mutable() {
    super("mutable");
  }

  @Override
  public boolean test(JavaClass type) {
    return type.isArray()
        || type.getPackageName().startsWith("java.util.concurrent")
        || CHANGING.stream().anyMatch(type::isAssignableTo)
        || (!type.isInterface() && isContainer(type));
  }

  private static boolean isContainer(JavaClass type) {
    return type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class);
  }
}
