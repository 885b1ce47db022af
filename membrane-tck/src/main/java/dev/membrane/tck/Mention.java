package dev.membrane.tck;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.stream.Stream;

/** That a signature names a class of some package, be it as a type argument. */
final class Mention extends ArchCondition<JavaCodeUnit> {

  private final DescribedPredicate<JavaClass> named;

  Mention(String packageIdentifier) {
    super("mention " + packageIdentifier);
    named = JavaClass.Predicates.resideInAPackage(packageIdentifier);
  }

  @Override
  public void check(JavaCodeUnit codeUnit, ConditionEvents events) {
    boolean mentioned =
        Stream.concat(Stream.of(codeUnit.getReturnType()), codeUnit.getParameterTypes().stream())
            .flatMap(type -> type.getAllInvolvedRawTypes().stream())
            .anyMatch(named);
    events.add(
        new SimpleConditionEvent(codeUnit, mentioned, "the signature " + codeUnit.getFullName()));
  }
}
