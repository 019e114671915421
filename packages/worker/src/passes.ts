import {
  backfillCosts,
  bookCosts,
  foldTotals,
  lookAtAlerts,
  lookAtMargins,
  lookAtSpend,
  makeTotals,
  organizationsWithAlertsToLookAt,
  organizationsWithCostsToBackfill,
  organizationsWithCostsToBook,
  organizationsWithDueWork,
  organizationsWithIncrements,
  organizationsWithMarginsToLookAt,
  organizationsWithPaymentsDue,
  organizationsWithRejectedEvents,
  organizationsWithSpendToLookAt,
  organizationsWithTotalsToMake,
  organizationsWithUnsealedAudit,
  runDueWork,
  runPayments,
  runTestClocks,
  sealAudit,
  tellRejections,
} from "@counterfoil/service";
import { eachOrganization } from "./each-organization.ts";
import type { WorkerPorts } from "./worker-ports.ts";

/** One pass over all organizations with due work. */
export async function runAllDueWork(ports: WorkerPorts, isStopping: () => boolean = () => false): Promise<void> {
  const organizations = await organizationsWithDueWork(ports.database, ports.clock.now());
  await eachOrganization(ports, { name: "run due work", organizations, isStopping }, async (context) => {
    await runDueWork(context);
    await runTestClocks(context, (failure) => ports.onError(failure, context.organizationId));
  });
}

/** One pass over all organizations with payment work. */
export async function runAllPayments(ports: WorkerPorts, isStopping: () => boolean): Promise<void> {
  const organizations = await organizationsWithPaymentsDue(ports.database, ports.clock.now());
  await eachOrganization(ports, { name: "run payments", organizations, isStopping }, (context) =>
    runPayments(context, (failure) => ports.onError(failure, context.organizationId), isStopping),
  );
}

/** One pass over all organizations with usage that is not folded into totals yet. */
export async function foldAllTotals(ports: WorkerPorts, isStopping: () => boolean): Promise<void> {
  const organizations = await organizationsWithIncrements(ports.database);
  await eachOrganization(ports, { name: "fold totals", organizations, isStopping }, foldTotals);
}

/** One pass over all organizations with incomplete usage totals. */
export async function makeAllTotals(ports: WorkerPorts, isStopping: () => boolean): Promise<void> {
  const organizations = await organizationsWithTotalsToMake(ports.database);
  await eachOrganization(ports, { name: "make totals", organizations, isStopping }, makeTotals);
}

/** One pass over all organizations with cost prices that were not applied to all earlier events. */
export async function backfillAllCosts(ports: WorkerPorts, isStopping: () => boolean): Promise<void> {
  const organizations = await organizationsWithCostsToBackfill(ports.database);
  await eachOrganization(ports, { name: "backfill costs", organizations, isStopping }, async (context) => {
    while (!isStopping() && (await backfillCosts(context)));
  });
}

/** One pass over all organizations with costs that the journal lacks. */
export async function bookAllCosts(ports: WorkerPorts, isStopping: () => boolean): Promise<void> {
  const organizations = await organizationsWithCostsToBook(ports.database, ports.clock.now());
  await eachOrganization(ports, { name: "book costs", organizations, isStopping }, async (context) => {
    while (!isStopping() && (await bookCosts(context)));
  });
}

/** Seals the audit entries written since the last round. */
export async function sealAllAudit(ports: WorkerPorts, isStopping: () => boolean): Promise<void> {
  const organizations = await organizationsWithUnsealedAudit(ports.database);
  await eachOrganization(ports, { name: "seal audit", organizations, isStopping }, (context) =>
    sealAudit(context, isStopping),
  );
}

/** Creates notifications of events rejected in minutes that have passed. */
export async function tellAllRejections(ports: WorkerPorts, isStopping: () => boolean): Promise<void> {
  const organizations = await organizationsWithRejectedEvents(ports.database, ports.clock.now());
  await eachOrganization(ports, { name: "tell rejections", organizations, isStopping }, async (context) => {
    await tellRejections(context);
  });
}

/** One pass over all organizations whose alerts, limits or margins may be due. Returns whether one has more to process. */
export async function lookAtAlertsOfAll(ports: WorkerPorts, isStopping: () => boolean): Promise<boolean> {
  let hasMore = false;
  const organizations = await organizationsWithAlertsToLookAt(ports.database);
  await eachOrganization(ports, { name: "look at alerts", organizations, isStopping }, async (context) => {
    const onFailure = (failure: unknown) => ports.onError(failure, context.organizationId);
    hasMore = (await lookAtAlerts(context, onFailure)) || hasMore;
  });
  const spending = await organizationsWithSpendToLookAt(ports.database);
  await eachOrganization(ports, { name: "look at spending", organizations: spending, isStopping }, async (context) => {
    const onFailure = (failure: unknown) => ports.onError(failure, context.organizationId);
    hasMore = (await lookAtSpend(context, onFailure)) || hasMore;
  });
  const costing = await organizationsWithMarginsToLookAt(ports.database);
  await eachOrganization(ports, { name: "look at margins", organizations: costing, isStopping }, async (context) => {
    hasMore = (await lookAtMargins(context)) || hasMore;
  });
  return hasMore && !isStopping();
}
