/**
 * HBase's gateways, real ones, before a mini cluster: what is written through them is guarded as
 * what Java clients write. First to read: {@link org.sediment.live.gateway.RestGatewayTest}.
 */
package org.sediment.live.gateway;
