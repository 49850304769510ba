package org.sediment.testing;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests the mini cluster that all tests of a JVM share: {@code @ExtendWith(SharedCluster
 * .class)} and a parameter of type {@link MiniCluster}. It starts with the first test that asks and
 * stops after the last test.
 */
public final class SharedCluster implements ParameterResolver {
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == MiniCluster.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(Namespace.create(SharedCluster.class))
        .getOrComputeIfAbsent(MiniCluster.class, type -> MiniCluster.start(2), MiniCluster.class);
  }
}
