package dev.membrane.schema;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The components of a record class under their JSON names, looked up once per class. */
record Shape(List<Member> members) {

  private static final ClassValue<Shape> SHAPES =
      new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
          return new Shape(Stream.of(type.getRecordComponents()).map(Member::of).toList());
        }
      };

  static Shape of(Record value) {
    return SHAPES.get(value.getClass());
  }

  /** One component: its name in JSON and the method that reads it. */
  record Member(String name, Method accessor) {

    static Member of(RecordComponent component) {
      String name = component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
      return new Member(name, component.getAccessor());
    }

    @Nullable Object read(Record owner) {
      try {
        return accessor.invoke(owner);
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new IllegalStateException("cannot read " + accessor, e);
      }
    }
  }
}
