package dev.membrane.langchain4j;

import dev.membrane.Permission;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The permissions without which a tool cannot do its work. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Needs {

  /** All of them. */
  Permission[] value();
}
