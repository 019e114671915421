import type { AllowedTargets } from "@counterfoil/service";
import { reachTarget } from "@counterfoil/worker";
import { asOwner } from "../../platform/owner-connection.ts";
import { fault, type Finding, ok, warning } from "./finding.ts";

const AT_ONCE = 16;

/** An endpoint that gets notifications, or got them until the platform disabled it. */
interface EndpointStanding extends Record<string, unknown> {
  readonly id: string;
  readonly url: string;
  readonly organization: string;
  readonly disabled_reason: "failing" | "gone" | null;
  readonly failing_since: string | null;
  readonly waiting: number;
  readonly given_up: number;
  readonly failure: string | null;
}

/**
 * Connects to each endpoint, and reads how its deliveries went. Sends no notification. Leaves out endpoints that people
 * disabled, and those of sandboxes that send nothing.
 */
export async function checkWebhooks(ownerUrl: string, targets: AllowedTargets): Promise<Finding[]> {
  const endpoints = await asOwner(ownerUrl, async (owner) => {
    // Before the first migration there are no endpoints.
    const [table] = await owner.rows<{ exists: boolean }>(
      "select to_regclass('webhook_endpoint') is not null as exists",
    );
    return table?.exists === true ? owner.rows<EndpointStanding>(STANDING) : [];
  });
  const findings: (Finding | null)[] = [];
  const waiting = [...endpoints];
  const checkNext = async (): Promise<void> => {
    for (let endpoint = waiting.shift(); endpoint !== undefined; endpoint = waiting.shift()) {
      findings.push(await checkEndpoint(endpoint, targets));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, checkNext));
  const faults = findings.filter((finding) => finding !== null);
  if (faults.length > 0) return faults.toSorted((one, other) => (one.found < other.found ? -1 : 1));
  return [
    ok(
      "Webhooks",
      endpoints.length === 0 ? "no endpoint gets notifications" : `${endpoints.length} reachable endpoints`,
    ),
  ];
}

async function checkEndpoint(endpoint: EndpointStanding, targets: AllowedTargets): Promise<Finding | null> {
  const { id, url, organization, disabled_reason, failing_since, waiting, given_up, failure } = endpoint;
  const named = `${id} of ${organization} (${new URL(url).origin})`;
  if (disabled_reason !== null) {
    const why = disabled_reason === "gone" ? "it answered 410" : "it failed for three days";
    return warning("Webhooks", `${named} was disabled: ${why}`, "Repair or delete it, then enable it and redeliver.");
  }
  const unreachable = await reachTarget(url, targets);
  if (unreachable !== null) {
    return fault(
      "Webhooks",
      `${named}: ${unreachable}`,
      "Check the URL, DNS, the certificate and the firewall from where the worker runs. COUNTERFOIL_WEBHOOK_ALLOW allows private targets.",
    );
  }
  if (failing_since === null && given_up === 0) return null;
  const counts = `${waiting} retried now, ${given_up} given up in a week`;
  const since = failing_since === null ? "" : ` fails since ${failing_since}`;
  return warning(
    "Webhooks",
    `${named}${since}: ${counts}${failure === null ? "" : `; ${failure}`}`,
    "Ask the receiver's operator. The page of the endpoint lists the attempts, and redelivers.",
  );
}

const STANDING = `
  select e.id, e.url, o.name as organization, e.disabled_reason, d.waiting, d.given_up, d.failure,
    to_char(e.failing_since, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as failing_since
  from webhook_endpoint e
  join organization o on o.id = e.organization_id
  cross join lateral (
    select count(*) filter (where status = 'pending' and attempts > 0)::integer as waiting,
      count(*) filter (where status = 'failed')::integer as given_up,
      (array_agg(last_failure order by sequence desc) filter (where last_failure is not null))[1] as failure
    from webhook_delivery d
    where d.organization_id = e.organization_id and d.endpoint_id = e.id
      and (d.status = 'pending' or d.status = 'failed' and d.ended_at > now() - interval '7 days')) d
  where e.deleted_at is null and (e.enabled or e.disabled_reason <> 'manual')
    and (e.send_from_sandbox or not o.sandbox)
  order by e.organization_id, e.id`;
