import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useRef } from "react";
import { client } from "../../server/client.ts";
import { organizationQuery, useMay, useOrganization } from "../../server/session.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { FailureLine } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";

/** The picture on documents and in mails. */
export function LogoCard() {
  const { logoUrl, name } = useOrganization();
  const mayAdminister = useMay("admin");
  const cache = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const restore = useMutation({
    mutationFn: async (url: string | null) => await client.organization.update({ logoUrl: url }),
    onSuccess: (organization) => cache.setQueryData(organizationQuery.queryKey, organization),
  });
  const put = useMutation({
    mutationFn: async (picture: Blob | null) =>
      picture === null
        ? await client.organization.update({ logoUrl: null })
        : await client.organization.putLogo(picture),
    onSuccess: (organization, picture) => {
      cache.setQueryData(organizationQuery.queryKey, organization);
      toast({
        text:
          picture === null ? "Logo removed. New documents won't show it." : "Logo saved. New documents will show it.",
        undo: () => restore.mutate(logoUrl),
      });
    },
  });
  return (
    <Card title="Logo" note="PNG, JPEG, or SVG, up to 200 kB." className="mb-4">
      <div className="flex flex-wrap items-center gap-4">
        <div className="grid h-20 w-48 place-items-center rounded-md border border-line bg-ground p-2">
          {logoUrl === null ? (
            <span className="text-sm text-muted">None</span>
          ) : (
            <img src={logoUrl} alt={`${name} logo`} className="max-h-full max-w-full object-contain" />
          )}
        </div>
        {mayAdminister && (
          <>
            <input
              ref={input}
              type="file"
              accept="image/png,image/jpeg,image/svg+xml"
              aria-label="Logo image"
              className="sr-only"
              onChange={({ target }) => {
                const file = target.files?.[0];
                if (file !== undefined) put.mutate(file);
                target.value = "";
              }}
            />
            <Button
              icon={<Upload aria-hidden className="size-4" />}
              busy={put.isPending}
              onClick={() => input.current?.click()}
            >
              Choose image
            </Button>
            {logoUrl !== null && (
              <Button kind="quiet" onClick={() => put.mutate(null)}>
                Remove
              </Button>
            )}
          </>
        )}
      </div>
      <div className="mt-3">
        <FailureLine error={put.error ?? restore.error} />
      </div>
    </Card>
  );
}
