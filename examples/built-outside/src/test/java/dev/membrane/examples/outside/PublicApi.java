package dev.membrane.examples.outside;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The public types of a module, each followed by what of it others may call or override. */
final class PublicApi {

  /** What the code generator makes of membrane.proto, which is the list of it. */
  private static final String GENERATED = "dev.membrane.grpc.v1.";

  /** What a package of the engine or of a store is below, which is free to change. */
  private static final String INTERNAL = ".internal.";

  private static final String INDENT = "  ";

  private PublicApi() {}

  /** The lines of the list, sorted; those of members are indented. */
  static List<String> of(String module) {
    Path classes = Outside.root().resolve(module).resolve("target/classes");
    try (Stream<Path> files = Files.walk(classes)) {
      return files
          .map(file -> classes.relativize(file).toString())
          .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
          .map(file -> file.substring(0, file.length() - 6).replace('/', '.'))
          .filter(name -> !name.startsWith(GENERATED) && !name.contains(INTERNAL))
          .map(PublicApi::load)
          .filter(PublicApi::isVisible)
          .sorted(Comparator.comparing(Class::getName))
          .flatMap(PublicApi::lines)
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, PublicApi.class.getClassLoader());
    } catch (ClassNotFoundException notBuilt) {
      throw new AssertionError(notBuilt);
    }
  }

  private static boolean isVisible(Class<?> type) {
    Class<?> outer = type.getEnclosingClass();
    if (outer == null) {
      return Modifier.isPublic(type.getModifiers());
    }
    return type.isMemberClass() && isVisible(type.getModifiers(), outer) && isVisible(outer);
  }

  private static boolean isVisible(int modifiers, Class<?> declaring) {
    return Modifier.isPublic(modifiers)
        || (Modifier.isProtected(modifiers) && !Modifier.isFinal(declaring.getModifiers()));
  }

  private static Stream<String> lines(Class<?> type) {
    return Stream.concat(Stream.of(header(type)), members(type).map(INDENT::concat).sorted());
  }

  private static String header(Class<?> type) {
    StringBuilder line = new StringBuilder();
    int shown = Modifier.classModifiers() & ~(type.isInterface() ? Modifier.ABSTRACT : 0);
    line.append(Modifier.toString(type.getModifiers() & shown)).append(' ');
    line.append(type.isSealed() ? "sealed " : "").append(kind(type)).append(' ');
    line.append(type.getName()).append(parameters(type));
    Type parent = type.getGenericSuperclass();
    if (parent != null && kind(type).equals("class") && parent != Object.class) {
      line.append(" extends ").append(parent.getTypeName());
    }
    return line.append(interfaces(type)).toString();
  }

  private static String kind(Class<?> type) {
    if (type.isAnnotation()) {
      return "@interface";
    }
    if (type.isInterface()) {
      return "interface";
    }
    return type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
  }

  private static String parameters(Class<?> type) {
    return type.getTypeParameters().length == 0
        ? ""
        : Arrays.stream(type.getTypeParameters())
            .map(PublicApi::bounded)
            .collect(Collectors.joining(", ", "<", ">"));
  }

  private static String bounded(TypeVariable<?> parameter) {
    String bounds =
        Arrays.stream(parameter.getBounds())
            .filter(bound -> bound != Object.class)
            .map(Type::getTypeName)
            .collect(Collectors.joining(" & "));
    return bounds.isEmpty() ? parameter.getName() : parameter.getName() + " extends " + bounds;
  }

  private static String interfaces(Class<?> type) {
    return type.getGenericInterfaces().length == 0
        ? ""
        : Arrays.stream(type.getGenericInterfaces())
            .map(Type::getTypeName)
            .sorted()
            .collect(
                Collectors.joining(", ", type.isInterface() ? " extends " : " implements ", ""));
  }

  /** What a class inherits from one that is hidden is its own to all others. */
  private static Stream<String> members(Class<?> type) {
    List<String> lines = new ArrayList<>();
    for (Constructor<?> one : type.getDeclaredConstructors()) {
      add(lines, type, one, one.toGenericString());
    }
    Class<?> owner = type;
    do {
      for (Method one : owner.getDeclaredMethods()) {
        add(lines, type, one, one.toGenericString());
      }
      for (Field one : owner.getDeclaredFields()) {
        add(lines, type, one, one.toGenericString());
      }
      owner = owner.getSuperclass();
    } while (owner != null && !isVisible(owner));
    return lines.stream().distinct();
  }

  private static void add(List<String> lines, Class<?> type, Member member, String text) {
    if (!member.isSynthetic() && isVisible(member.getModifiers(), type)) {
      String declaring = member.getDeclaringClass().getTypeName() + ".";
      String name = member.getName() + (member instanceof Executable ? "(" : "");
      lines.add(text.replace(declaring + name, name).replace("synchronized ", ""));
    }
  }
}
