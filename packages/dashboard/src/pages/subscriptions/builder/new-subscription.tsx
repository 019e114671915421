import { useAddress } from "../../../app/address.ts";
import { client } from "../../../app/client.ts";
import { EMPTY_DRAFT } from "./builder-draft.ts";
import { Builder } from "./builder.tsx";

/** A contract from its beginning; the account may stand in the address. */
export function NewSubscription() {
  const [{ account = "" }, change] = useAddress();
  return (
    <Builder
      title="New subscription"
      trail={[["/subscriptions", "Subscriptions"]]}
      initial={EMPTY_DRAFT}
      accountId={account}
      onAccount={(id) => change({ account: id }, { replace: true })}
      write={(body) => Promise.resolve(client.subscriptions.create(body))}
    />
  );
}
