import { readAgain } from "../../server/stale.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useParam } from "../../routing/address.ts";
import { client } from "../../server/client.ts";
import { asked } from "../../server/asked.ts";
import { buttonClasses } from "../../design/button.tsx";
import { Page } from "../../design/page.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";
import { type AccountDraft, bodyOfDraft, draftOfAccount } from "./account-draft.ts";
import { AccountForm } from "./account-form.tsx";

/** Changes who an account is. Who was faster is told of: the change is refused where another was made meanwhile. */
export function EditAccount() {
  const id = useParam("accountId");
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    ...asked((api, signal) => api.accounts.get(id, { signal }).answer()),
    // What somebody is writing is not taken from under their hands.
    staleTime: Infinity,
    gcTime: 0,
  });
  const save = useMutation({
    mutationFn: async (draft: AccountDraft) =>
      await client.accounts.update(id, bodyOfDraft(draft), { ifMatch: data?.etag ?? undefined }),
    onSuccess: async () => {
      toast({ text: "Account saved" });
      await readAgain("accounts");
      await navigate({ to: `/accounts/${id}` });
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
          onSave={(draft) => save.mutate(draft)}
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
