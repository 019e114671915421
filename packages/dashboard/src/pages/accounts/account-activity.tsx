import type { Account } from "@counterfoil/sdk";
import { Card } from "../../design/card.tsx";
import { Choice } from "../../list/filter-bar.tsx";
import { AuditTable } from "../../named/audit-table.tsx";
import { useAddress } from "../../routing/address.ts";
import { useMay } from "../../server/session.ts";
import { ActivityFeed } from "./activity-feed.tsx";
import { ACTIVITY_KINDS } from "./activity-words.ts";
import { NewNote } from "./notes/note-form.tsx";

/** Notes, and everything that happened with the account. Administrators can also read its audit log. */
export function AccountActivity({ account }: { readonly account: Account }) {
  const [{ part = "" }] = useAddress("/accounts/$accountId");
  const mayWrite = useMay("write");
  const mayAdminister = useMay("admin");
  const kind = ACTIVITY_KINDS.find(([key]) => key === part)?.[0];
  const showsAudit = part === "audit" && mayAdminister;
  const options = [...ACTIVITY_KINDS, ...(mayAdminister ? ([["audit", "Audit log"]] as const) : [])];
  const choice = <Choice label="Show" name="part" all="All activity" options={options} />;
  return (
    <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_22rem] xl:items-start">
      {mayWrite && (
        <Card title="Add a note" note="Customers never see notes." className="xl:order-last">
          <NewNote accountId={account.id} />
        </Card>
      )}
      <div className="flex min-w-0 flex-col gap-3">
        {showsAudit && <div>{choice}</div>}
        {showsAudit ? (
          <AuditTable objectId={account.id} />
        ) : (
          <Card title="Activity" actions={choice}>
            <ActivityFeed accountId={account.id} kind={kind} />
          </Card>
        )}
      </div>
    </div>
  );
}
