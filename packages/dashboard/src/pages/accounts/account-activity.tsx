import type { Account } from "@counterfoil/sdk";
import { useAddress } from "../../routing/address.ts";
import { useMay } from "../../server/session.ts";
import { Segments } from "../../design/segments.tsx";
import { AuditTable } from "../../named/audit-table.tsx";
import { AccountMails } from "./account-mails.tsx";
import { AccountNotifications } from "./account-notifications.tsx";

/** What happened: what was announced, what was written to the customer, and who changed what. */
export function AccountActivity({ account }: { readonly account: Account }) {
  const [{ part = "notifications" }, change] = useAddress("/accounts/$accountId");
  const mayAdminister = useMay("admin");
  return (
    <div className="flex flex-col items-start gap-4">
      <Segments
        label="Activity type"
        chosen={part}
        onChoose={(key) => change({ part: key === "notifications" ? "" : key })}
        options={[
          ["notifications", "Notifications"],
          ["mails", "Emails"],
          ...(mayAdminister ? [["audit", "Audit log"] as const] : []),
        ]}
      />
      <div className="w-full">
        {part === "mails" ? (
          <AccountMails account={account} />
        ) : part === "audit" && mayAdminister ? (
          <AuditTable objectId={account.id} />
        ) : (
          <AccountNotifications account={account} />
        )}
      </div>
    </div>
  );
}
