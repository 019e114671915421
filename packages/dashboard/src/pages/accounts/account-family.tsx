import type { Account, AccountFamily, FamilyAccount } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useLayoutEffect, useRef, useState } from "react";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { classes } from "../../design/classes.ts";
import { Empty, FailureLine, Skeleton } from "../../design/states.tsx";
import { pageAt } from "../../routing/page-at.ts";
import { useMay } from "../../server/session.ts";
import { accountQueries } from "./account-queries.ts";
import { ParentDialog } from "./parent-dialog.tsx";

/** The accounts above and below the account. */
export function AccountFamilyCard({ account }: { readonly account: Account }) {
  const { data: family, error } = useQuery(accountQueries.family(account.id));
  const [isOpen, setOpen] = useState(false);
  const mayWrite = useMay("write");
  const isAlone = family?.accounts.length === 1;
  const change = mayWrite && family !== undefined && (
    <Button onClick={() => setOpen(true)}>{family.parentId === null ? "Set parent" : "Change parent"}</Button>
  );
  return (
    <Card
      title="Family"
      note={isAlone ? undefined : "Accounts that can share spend limits"}
      actions={!isAlone && change}
    >
      <FailureLine error={error} />
      {family === undefined && error === null && <Skeleton className="h-16" />}
      {family !== undefined &&
        (isAlone ? (
          <Empty title="No family" action={change}>
            Put accounts below another one to limit what they spend together.
          </Empty>
        ) : (
          <FamilyTree family={family} />
        ))}
      {isOpen && family !== undefined && (
        <ParentDialog account={account} family={family} onClose={() => setOpen(false)} />
      )}
    </Card>
  );
}

function FamilyTree({ family }: { readonly family: AccountFamily }) {
  const box = useRef<HTMLDivElement>(null);
  // A large family scrolls, and begins at the present account.
  useLayoutEffect(() => {
    const current = box.current?.querySelector<HTMLElement>("[aria-current]");
    if (box.current !== null && current) box.current.scrollTop = current.offsetTop - box.current.clientHeight / 2;
  }, [family]);
  const root = family.accounts.filter(({ id }) => id === family.rootId);
  return (
    <div ref={box} className="relative -m-1 max-h-96 overflow-y-auto p-1">
      <Branch family={family} accounts={root} />
    </div>
  );
}

interface BranchProps {
  readonly family: AccountFamily;
  /** Those with the same parent. */
  readonly accounts: readonly FamilyAccount[];
}

function Branch({ family, accounts }: BranchProps) {
  return (
    <ul className="text-sm">
      {accounts.map(({ id, name }) => {
        const below = family.accounts.filter(({ parentId }) => parentId === id);
        const isCurrent = id === family.accountId;
        return (
          <li key={id}>
            <span className="flex flex-wrap items-center gap-x-2 py-1">
              <Link
                {...pageAt("/accounts/$accountId", { tab: "details" }, { accountId: id })}
                aria-current={isCurrent ? "page" : undefined}
                className={classes(
                  "min-w-0 wrap-anywhere hover:underline",
                  isCurrent ? "font-semibold" : "font-medium",
                )}
              >
                {name}
              </Link>
              {isCurrent && <Badge tone="accent">This account</Badge>}
            </span>
            {below.length > 0 && (
              <div className="ml-1.5 border-l border-line pl-3.5">
                <Branch family={family} accounts={below} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
