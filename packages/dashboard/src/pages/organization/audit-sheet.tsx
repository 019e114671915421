import { pageAt } from "../../routing/page-at.ts";
import type { AuditEntry } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { Fact, Facts } from "../../design/card.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Instant, Nothing } from "../../design/when.tsx";
import { toWords } from "../../format/words.ts";
import { useActorName } from "../../named/actor.ts";

const PLACES: Record<string, string> = {
  account: "/accounts/",
  subscription: "/subscriptions/",
  invoice: "/invoices/",
  payment: "/payments/",
  credit_note: "/credit-notes/",
  credit_grant: "/credit-grants/",
  product: "/products/",
  price: "/prices/",
  bundle: "/price-bundles/",
  plan: "/plans/",
  metric: "/metrics/",
  webhook_endpoint: "/webhooks/",
  test_clock: "/test-clocks/",
};

/** One audit entry: the actor, the time, the request, and each member before and after. */
export function AuditSheet({ entry, onClose }: { readonly entry: AuditEntry; readonly onClose: () => void }) {
  const { at, actor, agent, action, objectId, requestId, changes } = entry;
  const actorName = useActorName();
  const place = PLACES[action.split(".")[0] ?? ""];
  return (
    <Dialog title={toWords(action)} isOpen onClose={onClose} place="side">
      <div className="flex flex-col gap-5">
        <Facts>
          <Fact name="Time">
            <Instant instant={at} />
          </Fact>
          <Fact name="Actor">
            {actor.id === null ? (
              actorName(actor)
            ) : (
              <Link
                {...pageAt("/audit", { actorId: actor.id, actor: actor.type })}
                onClick={onClose}
                className="text-accent hover:underline"
              >
                {actorName(actor)}
              </Link>
            )}
          </Fact>
          {agent !== null && <Fact name="Agent">{agent}</Fact>}
          <Fact name="Object">
            {place === undefined ? (
              <span className="font-mono text-xs break-all">{objectId}</span>
            ) : (
              <Link to={`${place}${objectId}`} className="font-mono text-xs break-all text-accent hover:underline">
                {objectId}
              </Link>
            )}
          </Fact>
          <Fact name="Request">
            {requestId === null ? (
              <Nothing />
            ) : (
              <Link
                {...pageAt("/audit", { request: requestId })}
                onClick={onClose}
                className="font-mono text-xs break-all text-accent hover:underline"
              >
                {requestId}
              </Link>
            )}
          </Fact>
          <Fact name="Entry ID">
            <span className="font-mono text-xs break-all">{entry.id}</span>
          </Fact>
        </Facts>
        <Changes changes={changes} />
      </div>
    </Dialog>
  );
}

function Changes({ changes }: { readonly changes: AuditEntry["changes"] }) {
  const rows = Object.entries(changes).map(([name, change]) => ({ name, ...beforeAndAfter(change) }));
  const isNew = rows.every(({ before }) => before === null);
  const told = isNew ? rows.filter(({ after }) => after !== null) : rows;
  if (told.length === 0) return <p className="text-sm text-muted">No fields changed.</p>;
  return (
    <table className="w-full table-fixed text-sm" aria-label="What changed">
      <thead>
        <tr className="text-left text-xs text-muted">
          <th scope="col" className="w-1/3 py-1.5 font-medium">
            Field
          </th>
          {!isNew && (
            <th scope="col" className="px-2 py-1.5 font-medium">
              Before
            </th>
          )}
          <th scope="col" className="py-1.5 font-medium">
            {isNew ? "Value" : "After"}
          </th>
        </tr>
      </thead>
      <tbody>
        {told.map(({ name, before, after }) => (
          <tr key={name} className="border-t border-line align-top">
            <th scope="row" className="py-2 pr-2 text-left font-normal break-words text-muted">
              {toWords(name)}
            </th>
            {!isNew && (
              <td className="px-2 py-2 break-words text-muted line-through decoration-line-strong">
                <Value value={before} />
              </td>
            )}
            <td className="py-2 break-words">
              <Value value={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined) return <Nothing />;
  if (typeof value === "string") return <>{value}</>;
  if (typeof value !== "object") return <>{JSON.stringify(value)}</>;
  return <pre className="overflow-x-auto font-mono text-xs whitespace-pre-wrap">{JSON.stringify(value, null, 2)}</pre>;
}

function beforeAndAfter(change: unknown): { before: unknown; after: unknown } {
  const { before = null, after = null } = (change ?? {}) as { before?: unknown; after?: unknown };
  return { before, after };
}
