import { totalmem } from "node:os";

const megabyte = 1024 * 1024;

/**
 * The server's settings, which override its configuration files. As durable as PostgreSQL by default (`fsync`,
 * `synchronous_commit` and `full_page_writes` stay on). The cache gets an eighth of the machine's memory, at most 1 GB.
 */
export function serverSettings(
  { port, socket }: { readonly port: number; readonly socket: string | undefined },
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const memory = Math.min(totalmem(), process.constrainedMemory() || totalmem());
  const cache = Math.floor(Math.min(1024, Math.max(64, memory / megabyte / 8)));
  return {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: socket ?? "",
    unix_socket_permissions: "0700",
    max_connections: "100",
    password_encryption: "scram-sha-256",
    timezone: "UTC",
    log_timezone: "UTC",
    shared_buffers: `${cache}MB`,
    effective_cache_size: `${cache * 3}MB`,
    work_mem: "16MB",
    maintenance_work_mem: "128MB",
    max_wal_size: "2GB",
    checkpoint_timeout: "15min",
    random_page_cost: "1.1",
    // Analyzes a table soon after it is first filled. Until then, a lookup by ID may use an index that reads the whole
    // organization, because the planner estimates the same cost for both.
    autovacuum_naptime: "10s",
    log_checkpoints: "off",
    log_min_messages: "warning",
    ...own,
  };
}
