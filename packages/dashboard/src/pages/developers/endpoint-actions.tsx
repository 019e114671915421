import { readAgain } from "../../server/stale.ts";
import type { CreateWebhookEndpointResult, WebhookEndpoint } from "@counterfoil/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Ellipsis, FlaskConical, Pencil } from "lucide-react";
import { useState } from "react";
import { client } from "../../server/client.ts";
import { Button, IconButton } from "../../design/button.tsx";
import { Menu } from "../../design/menu.tsx";
import { toast, toastFailure } from "../../design/toast.ts";
import { ConfirmDialog } from "../../design/confirm-dialog.tsx";
import { endpointQuery } from "./endpoint-query.ts";
import { EndpointDialog } from "./endpoint-dialog.tsx";
import { RedeliverDialog } from "./redeliver-dialog.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";

interface EndpointActionsProps {
  readonly endpoint: WebhookEndpoint;
  readonly onRotated: (rotated: CreateWebhookEndpointResult) => void;
}

export function EndpointActions({ endpoint, onRotated }: EndpointActionsProps) {
  const { id, enabled } = endpoint;
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<"edit" | "rotate" | "redeliver" | "delete" | null>(null);
  const close = () => setOpened(null);
  const refresh = () => readAgain("webhookEndpoints");
  const test = useMutation({
    mutationFn: () => client.webhookEndpoints.test(id),
    onSuccess: async ({ status }) => {
      toast({ text: status === "caught" ? "Test not sent because this is a sandbox" : "Test queued" });
      await refresh();
      // A worker sends it a moment later.
      setTimeout(() => void refresh(), 2_000);
    },
    onError: toastFailure,
  });
  const turn = useMutation({
    mutationFn: (next: boolean) => client.webhookEndpoints.update(id, { enabled: next }),
    // Shown before the server answers, and reverted if it refuses.
    onMutate: (next) => {
      const reason = next ? null : ("manual" as const);
      cache.setQueryData(endpointQuery(id).queryKey, { ...endpoint, enabled: next, disabledReason: reason });
      return endpoint;
    },
    onSuccess: async (_, next) => {
      toast({
        text: next
          ? "Endpoint enabled. Counterfoil is sending the pending notifications."
          : "Endpoint disabled. Notifications created while it is disabled are not sent.",
        undo: () => turn.mutate(!next),
      });
      await refresh();
    },
    onError: (error, _, before) => {
      cache.setQueryData(endpointQuery(id).queryKey, before);
      toastFailure(error);
    },
  });
  const remove = useMutation({
    mutationFn: async () => await client.webhookEndpoints.delete(id),
    onSuccess: async () => {
      toast({ text: "Endpoint deleted" });
      await navigate({ to: "/webhooks" });
      await refresh();
    },
  });
  return (
    <>
      <Button
        icon={<FlaskConical aria-hidden className="size-4" />}
        busy={test.isPending}
        onClick={() => test.mutate()}
      >
        Send test
      </Button>
      <Button icon={<Pencil aria-hidden className="size-4" />} onClick={() => setOpened("edit")}>
        Edit
      </Button>
      <Menu
        trigger={
          <IconButton label="More" className="border border-line">
            <Ellipsis className="size-4" />
          </IconButton>
        }
        items={[
          { name: enabled ? "Disable" : "Enable", onSelect: () => turn.mutate(!enabled) },
          { name: "Redeliver notifications", onSelect: () => setOpened("redeliver") },
          { name: "Rotate secret", onSelect: () => setOpened("rotate") },
          { name: "Delete", isDangerous: true, onSelect: () => setOpened("delete") },
        ]}
      />
      {opened === "edit" && <EndpointDialog endpoint={endpoint} onClose={close} onCreated={onRotated} />}
      {opened === "redeliver" && <RedeliverDialog endpoint={endpoint} onClose={close} />}
      {opened === "rotate" && <RotateDialog endpointId={id} onClose={close} onRotated={onRotated} />}
      {opened === "delete" && (
        <ConfirmDialog
          title="Delete endpoint?"
          action="Delete endpoint"
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          Counterfoil stops sending to this endpoint and discards pending notifications. To pause delivery, disable the
          endpoint instead.
        </ConfirmDialog>
      )}
    </>
  );
}
