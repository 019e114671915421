export { makeBackup } from "./backup/make-backup.ts";
export { restoreBackup, type RestoreRequest } from "./backup/restore-backup.ts";
export { embeddedBinaries, type PostgresBinaries } from "./binaries.ts";
export { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
export { findEmbeddedPostgres, holdsInstance, type FoundPostgres } from "./find-embedded-postgres.ts";
export { freePort } from "./free-port.ts";
export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from "./start-embedded-postgres.ts";
