package dev.membrane.tck;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** That a class is used by one other class at the most, its nested ones included. */
final class OneUser extends ArchCondition<JavaClass> {

  private final String used;
  private final Map<String, JavaClass> users = new TreeMap<>();

  OneUser(String used) {
    super("leave " + used + " to one class");
    this.used = used;
  }

  @Override
  public void init(Collection<JavaClass> all) {
    users.clear();
  }

  @Override
  public void check(JavaClass candidate, ConditionEvents events) {
    for (Dependency dependency : candidate.getDirectDependenciesFromSelf()) {
      if (dependency.getTargetClass().getName().equals(used)) {
        users.put(candidate.getName().replaceAll("\\$.*", ""), candidate);
      }
    }
  }

  @Override
  public void finish(ConditionEvents events) {
    boolean alone = users.size() <= 1;
    users
        .values()
        .forEach(
            user ->
                events.add(new SimpleConditionEvent(user, alone, users.keySet() + " use " + used)));
  }
}
