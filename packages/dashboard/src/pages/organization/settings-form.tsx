import { readAgain } from "../../server/stale.ts";
import type { UpdateOrganizationRequest } from "@counterfoil/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { client } from "../../server/client.ts";
import { organizationQuery, useMay } from "../../server/session.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { submitted } from "../../design/form.ts";
import { FailureLine, faultAt } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";
import { useUnsavedFields } from "../../design/unsaved.ts";

/** Saves the organization, and updates it everywhere in the dashboard. */
export function useSaveOrganization() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: UpdateOrganizationRequest) => await client.organization.update(body),
    onSuccess: async (organization) => {
      cache.setQueryData(organizationQuery.queryKey, organization);
      toast({ text: "Settings saved" });
      await readAgain("me");
    },
  });
}

interface SettingsFormProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly read: (form: FormData) => UpdateOrganizationRequest;
  readonly children: (fault: (pointer: string) => string | undefined) => ReactNode;
}

/** A form for some settings of the organization. It is read-only without the permission to change them. */
export function SettingsForm({ title, note, read, children }: SettingsFormProps) {
  const mayAdminister = useMay("admin");
  const save = useSaveOrganization();
  const { attach } = useUnsavedFields(save.data);
  return (
    <Card title={title} note={note} className="mb-4">
      <form ref={attach} onSubmit={submitted((form) => save.mutate(read(form)))}>
        <fieldset disabled={!mayAdminister} className="grid max-w-3xl gap-4 sm:grid-cols-2">
          {/* After saving, the fields are reset to the server's values. Fields of other forms keep what is typed. */}
          <Fragment key={save.data?.updatedAt}>{children((pointer) => faultAt(save.error, pointer))}</Fragment>
          <div className="flex flex-col items-start gap-3 sm:col-span-2">
            <FailureLine error={save.error} />
            {mayAdminister && (
              <Button type="submit" kind="primary" className="self-end" busy={save.isPending}>
                Save
              </Button>
            )}
          </div>
        </fieldset>
      </form>
    </Card>
  );
}
