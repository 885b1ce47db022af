package dev.membrane.spring.boot.starter;

import dev.membrane.Membrane;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spring.ai.LongTermMemoryAdvisor;
import dev.membrane.spring.ai.MembraneChatMemoryRepository;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** The chat memory and the advisor of Spring AI, where an application has membrane-spring-ai. */
@AutoConfiguration(
    after = MembraneAutoConfiguration.class,
    beforeName =
        "org.springframework.ai.model.chat.memory.autoconfigure.ChatMemoryAutoConfiguration")
@ConditionalOnClass({MembraneChatMemoryRepository.class, ChatMemoryRepository.class})
@ConditionalOnSingleCandidate(Membrane.class)
public final class MembraneSpringAiAutoConfiguration {

  /** Made by Spring Boot. */
  public MembraneSpringAiAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean(ChatMemoryRepository.class)
  MembraneChatMemoryRepository membraneChatMemoryRepository(
      Membrane membrane, MembraneProperties properties) {
    ChatProperties chat = properties.chat();
    MembraneChatMemoryRepository.Builder builder =
        MembraneChatMemoryRepository.builder(membrane)
            .source(chat.source())
            .deletionPolicy(chat.deletionPolicy());
    Sensitivity sensitivity = chat.sensitivity();
    if (sensitivity != null) {
      builder.sensitivity(sensitivity);
    }
    String scope = properties.scope();
    if (scope != null) {
      builder.scope(scope);
    }
    return builder.build();
  }

  @Bean
  @ConditionalOnMissingBean
  LongTermMemoryAdvisor longTermMemoryAdvisor(Membrane membrane, MembraneProperties properties) {
    AdvisorProperties advisor = properties.advisor();
    return LongTermMemoryAdvisor.builder(membrane)
        .limit(advisor.limit())
        .maxTokens(advisor.maxTokens())
        .maxSensitivity(advisor.maxSensitivity())
        .matchingOnly(advisor.matchingOnly())
        .build();
  }
}
