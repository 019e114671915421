import { readAgain } from "../../server/stale.ts";
import type { UpdateAccountRequest } from "@counterfoil/sdk";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useParam } from "../../routing/address.ts";
import { client } from "../../server/client.ts";
import { asked } from "../../server/asked.ts";
import { buttonClasses } from "../../design/button.tsx";
import { Page } from "../../design/page.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";
import { changesOfDraft, draftOfAccount } from "./account-draft.ts";
import { AccountForm } from "./account-form.tsx";

/**
 * Changes the details of an account. If another user changed it meanwhile, the server refuses the change and the page
 * says so.
 */
export function EditAccount() {
  const id = useParam("/accounts/$accountId/edit");
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    ...asked((api, signal) => api.accounts.get(id, { signal }).answer()),
    // Does not reload the account while the user edits it.
    staleTime: Infinity,
    gcTime: 0,
  });
  const save = useMutation({
    // Only what changed: a value from before the server checked it does not hinder other changes.
    mutationFn: async (body: UpdateAccountRequest) =>
      await client.accounts.update(id, body, { ifMatch: data?.etag ?? undefined }),
    onSuccess: async () => {
      toast({ text: "Account saved" });
      await readAgain("accounts");
      await navigate({ to: `/accounts/${id}`, ignoreBlocker: true });
    },
  });
  return (
    <Page
      title="Edit account"
      trail={[
        ["/accounts", "Accounts"],
        [`/accounts/${id}`, data?.result.name ?? "Account"],
      ]}
    >
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-96 max-w-3xl" />
      ) : (
        <AccountForm
          initial={draftOfAccount(data.result)}
          isNew={false}
          error={save.error}
          isBusy={save.isPending}
          onSave={(draft) => save.mutate(changesOfDraft(draftOfAccount(data.result), draft))}
          cancel={
            <Link to={`/accounts/${id}`} className={buttonClasses()}>
              Cancel
            </Link>
          }
        />
      )}
    </Page>
  );
}
