package dev.membrane.examples.springboot;

import dev.membrane.spring.ai.LongTermMemoryAdvisor;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** Releases the shop each time it is started, and gets better at it. */
@SpringBootApplication
public class AssistantApplication {

  /** Made by Spring Boot. */
  public AssistantApplication() {}

  /** Starts the application, which releases the shop once and says how it went. */
  public static void main(String[] arguments) {
    try (ConfigurableApplicationContext context =
        SpringApplication.run(AssistantApplication.class, arguments)) {
      System.out.println(context.getBean(Assistant.class).ask("chat", "release the shop"));
    }
  }

  @Bean
  ChatModel chatModel() {
    return new ScriptedChatModel();
  }

  @Bean
  ChatClient chatClient(ChatModel model, ChatMemory chatMemory, LongTermMemoryAdvisor known) {
    return ChatClient.builder(model)
        .defaultSystem("You release the shop with your tools.")
        .defaultAdvisors(MessageChatMemoryAdvisor.builder(chatMemory).build(), known)
        .build();
  }
}
