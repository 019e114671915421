import { useAddress } from "../routing/address.ts";
import { client } from "../server/client.ts";
import { PickField, type PickFieldProps } from "../design/pick-field.tsx";
import { useNamedAccount } from "./account-name.tsx";

interface AccountFieldProps extends Pick<PickFieldProps, "bare" | "hint" | "fault" | "className"> {
  readonly label?: string;
  readonly accountId: string | undefined;
  readonly onChoose: (accountId: string | undefined) => void;
}

/** An account, found by its name. */
export function AccountField({ label = "Account", accountId, onChoose, ...rest }: AccountFieldProps) {
  const account = useNamedAccount(accountId);
  return (
    <PickField
      label={label}
      queryKey={["accounts"]}
      search={async (text, signal) => {
        const { data } = await client.accounts.list(
          {
            limit: 20,
            sort: "name:asc",
            filters: text === "" ? [] : [{ field: "name", operator: "contains", value: text }],
          },
          { signal },
        );
        return data.map(({ id, name: found, currency }) => ({ id, name: found, note: currency }));
      }}
      chosen={accountId === undefined ? null : (account?.name ?? "…")}
      onChoose={(option) => onChoose(option?.id)}
      {...rest}
    />
  );
}

/** Narrows a table to one account, which stands in the address as `account`. */
export function AccountChoice() {
  const [{ account }, change] = useAddress();
  return (
    <AccountField bare className="w-full sm:w-36" accountId={account} onChoose={(next) => change({ account: next })} />
  );
}
