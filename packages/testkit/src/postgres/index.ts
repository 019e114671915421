export { insertOrganizations } from "./insert-organizations.ts";
export { isPgBouncerInstalled, type PgBouncer, type PoolMode, startPgBouncer } from "./pgbouncer.ts";
export { isReplicationInstalled } from "./debian-postgres.ts";
export { isPatroniInstalled, startPatroni } from "./patroni.ts";
export { type Replicated, type ReplicatedServer, startReplicated } from "./replicated.ts";
export { createBareDatabase, createTestDatabase, serverAddress, type TestDatabase } from "./test-database.ts";
export { startTestServer, type TestServer } from "./test-server.ts";
