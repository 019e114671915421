import type { Account } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { asked } from "../../../server/asked.ts";
import { useDebounced } from "../../../design/use-debounced.ts";
import { Button } from "../../../design/button.tsx";
import { TextField } from "../../../design/field.tsx";
import { useNamedAccount } from "../../../named/account-name.tsx";

interface AccountPickerProps {
  readonly accountId: string;
  readonly fault: string | undefined;
  /** Undefined if the account cannot be changed. */
  readonly onChoose?: (account: Account | null) => void;
}

/** A choice of an account by its name. */
export function AccountPicker({ accountId, fault, onChoose }: AccountPickerProps) {
  const [text, setText] = useState("");
  const wanted = useDebounced(text.trim(), 200);
  const list = useId();
  const chosen = useNamedAccount(accountId);
  const found = useQuery({
    ...asked((api, signal) =>
      api.accounts.list(
        {
          limit: 8,
          filters: wanted === "" ? [] : [{ field: "name", operator: "contains", value: wanted }],
          sort: "name:asc",
        },
        { signal },
      ),
    ),
    enabled: accountId === "",
  }).data?.data;
  if (accountId !== "") {
    return (
      <div className="flex items-center justify-between gap-3 rounded-md border border-line bg-sunken px-3 py-2">
        <span className="min-w-0 text-sm">
          <span className="block truncate font-medium">{chosen?.name ?? "…"}</span>
          <span className="block truncate text-xs text-muted">
            {chosen?.currency} {chosen?.contactEmail !== null && `· ${chosen?.contactEmail ?? ""}`}
          </span>
        </span>
        {onChoose !== undefined && (
          <Button kind="quiet" onClick={() => onChoose(null)}>
            Change account
          </Button>
        )}
      </div>
    );
  }
  return (
    <div>
      <TextField
        label="Account"
        placeholder="Search by name"
        autoFocus
        value={text}
        fault={fault}
        aria-controls={list}
        onChange={({ target }) => setText(target.value)}
      />
      <ul id={list} aria-label="Accounts" className="mt-1 max-h-56 overflow-y-auto rounded-md border border-line">
        {found === undefined && <li aria-hidden className="h-56 animate-pulse bg-sunken" />}
        {found?.map((account) => (
          <li key={account.id}>
            <button
              type="button"
              onClick={() => onChoose?.(account)}
              className="flex w-full justify-between gap-3 px-3 py-1.5 text-left text-sm hover:bg-sunken"
            >
              <span className="truncate">{account.name}</span>
              <span className="text-muted">{account.currency}</span>
            </button>
          </li>
        ))}
        {found?.length === 0 && <li className="px-3 py-2 text-sm text-muted">No results</li>}
      </ul>
    </div>
  );
}
