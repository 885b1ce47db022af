package dev.membrane.tck;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** The packages of a module, its own and all below it. */
record PackageSlices(String module) implements SliceAssignment {

  @Override
  public SliceIdentifier getIdentifierOf(JavaClass one) {
    String name = one.getPackageName();
    return name.equals(module) || name.startsWith(module + ".")
        ? SliceIdentifier.of(name)
        : SliceIdentifier.ignore();
  }

  @Override
  public String getDescription() {
    return "packages of " + module;
  }
}
