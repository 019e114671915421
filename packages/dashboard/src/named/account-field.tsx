import type { AccountList } from "@counterfoil/sdk";
import { useSharedAddress } from "../routing/address.ts";
import { asked } from "../server/asked.ts";
import { PickField, type PickFieldProps } from "../design/pick-field.tsx";
import { useNamedAccount } from "./account-name.tsx";

interface AccountFieldProps extends Pick<PickFieldProps<AccountList>, "bare" | "hint" | "fault" | "className"> {
  readonly label?: string;
  readonly accountId: string | undefined;
  readonly onChoose: (accountId: string | undefined) => void;
}

/** A field to choose an account by its name. */
export function AccountField({ label = "Account", accountId, onChoose, ...rest }: AccountFieldProps) {
  const account = useNamedAccount(accountId);
  return (
    <PickField
      label={label}
      search={(text) =>
        asked((api, signal) =>
          api.accounts.list(
            {
              limit: 20,
              sort: "name:asc",
              filters: text === "" ? [] : [{ field: "name", operator: "contains", value: text }],
            },
            { signal },
          ),
        )
      }
      options={({ data }) => data.map(({ id, name, currency }) => ({ id, name, note: currency }))}
      chosen={accountId === undefined ? null : (account?.name ?? "…")}
      onChoose={(id) => onChoose(id ?? undefined)}
      {...rest}
    />
  );
}

/** Filters a table by one account, which is in the address under `name`. */
export function AccountChoice({ name = "account" }: { readonly name?: "account" | "accountId" }) {
  const [search, change] = useSharedAddress();
  return (
    <AccountField
      bare
      className="w-full sm:w-36"
      accountId={search[name]}
      onChoose={(next) => change({ [name]: next })}
    />
  );
}
