package dev.membrane.spring.boot.starter;

import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.Sensitivity;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How conversations are kept.
 *
 * @param source By whom the memory is told.
 * @param sensitivity How sensitive conversations are. Without it as configured in the memory.
 * @param deletionPolicy Whether conversations stay until they are deleted or fade.
 */
public record ChatProperties(
    @DefaultValue("spring-ai") String source,
    @Nullable Sensitivity sensitivity,
    @DefaultValue("manual-only") DeletionPolicy deletionPolicy) {}
