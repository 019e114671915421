import type { Database } from "@counterfoil/storage";
import { createKeyLookup, type KeyLookup } from "./api-keys/index.ts";
import { createEntitlementChecks, type EntitlementChecks } from "./entitlements/index.ts";
import { type CreditCalls, createCreditCalls } from "./flows/hold/index.ts";
import { createElectronicRunner } from "./e-invoices/index.ts";
import { type ContractWalks, createContractWalks } from "./insights/index.ts";
import type { ElectronicRunner } from "./electronic-runner.ts";
import { createRequestLog, type RequestLog } from "./request-log/index.ts";
import {
  createEventFeeds,
  createIngestion,
  createRejections,
  type EventFeeds,
  type Ingestion,
  type Rejections,
} from "./events/index.ts";
import { createNotificationFeeds, type NotificationFeeds } from "./webhooks/index.ts";

/**
 * What the requests of one process share besides the connections: queues that store concurrent requests together, and
 * lookups that answer concurrent requests together. They are opened once with the database and passed on with it.
 */
export interface Services {
  readonly ingestion: Ingestion;
  readonly rejections: Rejections;
  readonly eventFeeds: EventFeeds;
  readonly notificationFeeds: NotificationFeeds;
  readonly entitlementChecks: EntitlementChecks;
  readonly creditCalls: CreditCalls;
  readonly keyLookup: KeyLookup;
  readonly contractWalks: ContractWalks;
  readonly electronic: ElectronicRunner;
  readonly requestLog: RequestLog;
}

/**
 * Services for a call whose effects are rolled back with `database`. Its writes must not share a transaction with the writes
 * of other calls.
 */
export function separateServices(services: Services, database: Database): Services {
  return {
    ...services,
    ingestion: createIngestion(database),
    rejections: createRejections(database),
    entitlementChecks: createEntitlementChecks(database),
    creditCalls: createCreditCalls(),
  };
}

/** Starts nothing and reads nothing before the first request. */
export function openServices(database: Database): Services {
  return {
    ingestion: createIngestion(database),
    rejections: createRejections(database),
    eventFeeds: createEventFeeds(database),
    notificationFeeds: createNotificationFeeds(database),
    entitlementChecks: createEntitlementChecks(database),
    creditCalls: createCreditCalls(),
    keyLookup: createKeyLookup(database),
    contractWalks: createContractWalks(),
    electronic: createElectronicRunner(),
    requestLog: createRequestLog(database),
  };
}
