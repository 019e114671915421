/**
 * Settings of connections that may be idle for long. Without probes, a connection that a firewall forgot or whose server lost its
 * power would keep the next statement waiting for minutes.
 */
export const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;
