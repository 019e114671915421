import { readAgain } from "../../server/stale.ts";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { client } from "../../server/client.ts";
import { useOrganization } from "../../server/session.ts";
import { buttonClasses } from "../../design/button.tsx";
import { Page } from "../../design/page.tsx";
import { toast } from "../../design/toast.ts";
import { type AccountDraft, bodyOfDraft, newAccountDraft } from "./account-draft.ts";
import { AccountForm } from "./account-form.tsx";

/** Creates an account. */
export function NewAccount() {
  const { defaultCurrency } = useOrganization();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: async (draft: AccountDraft) =>
      await client.accounts.create({
        ...bodyOfDraft(draft),
        ...(draft.testClockId !== "" && { testClockId: draft.testClockId }),
      }),
    onSuccess: async ({ id, name }) => {
      toast({ text: `${name} created` });
      await readAgain("accounts");
      await navigate({ to: `/accounts/${id}`, ignoreBlocker: true });
    },
  });
  return (
    <Page
      title="New account"
      trail={[["/accounts", "Accounts"]]}
      actions={
        <Link to="/accounts/upload" className={buttonClasses()}>
          Upload CSV
        </Link>
      }
    >
      <AccountForm
        initial={newAccountDraft(defaultCurrency)}
        isNew
        error={create.error}
        isBusy={create.isPending}
        onSave={(draft) => create.mutate(draft)}
        cancel={
          <Link to="/accounts" className={buttonClasses()}>
            Cancel
          </Link>
        }
      />
    </Page>
  );
}
