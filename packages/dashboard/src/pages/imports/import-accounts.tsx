import { ACCOUNT_KIND } from "./account-kind.ts";
import { ImportPage } from "./import-page.tsx";

/** Creates accounts from a CSV file. */
export function ImportAccounts() {
  return (
    <ImportPage
      kind={ACCOUNT_KIND}
      resource="accounts"
      note="Each row creates an account. Use an alias for each, so that a second upload of the same file creates no duplicates."
    />
  );
}
