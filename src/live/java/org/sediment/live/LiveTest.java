package org.sediment.live;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sediment.testing.SharedCluster;

/**
 * A test class with real parts around HBase: a broker, a database, a gateway. Run under the profile
 * {@code live} only. A parameter of type {@link org.sediment.testing.MiniCluster} is the shared
 * mini cluster.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SharedCluster.class)
@Tag("live")
public @interface LiveTest {}
