import { totalmem } from "node:os";

const megabyte = 1024 * 1024;

/**
 * The server's settings, which win over its configuration files. Durable as PostgreSQL is by default (`fsync`,
 * `synchronous_commit`, `full_page_writes` stay on); an eighth of the machine's memory, at most 1 GB, for its cache.
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
    // Soon after a table was first filled it is analyzed: until then a look-up by id may take an index that reads the whole
    // organization, for both cost the same as far as the planner knows.
    autovacuum_naptime: "10s",
    log_checkpoints: "off",
    log_min_messages: "warning",
    ...own,
  };
}
