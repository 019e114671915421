import { readAgain } from "../../server/stale.ts";
import type { BeginTwoFactorResult } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../server/client.ts";
import { useMe } from "../../server/session.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { toast } from "../../design/toast.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TwoFactorSetup } from "./two-factor-setup.tsx";

/** Turns on a second factor, a code from an app. Each step asks for the password again. */
export function TwoFactor() {
  const { twoFactorEnabled } = useMe();
  const [asked, setAsked] = useState<"begin" | "remove" | "renew" | null>(null);
  const [begun, setBegun] = useState<BeginTwoFactorResult | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = () => readAgain("me");
  const close = () => setAsked(null);
  const begin = useMutation({
    mutationFn: async (password: string) => await client.auth.beginTwoFactor({ password }),
    onSuccess: (result) => {
      close();
      setBegun(result);
    },
  });
  const remove = useMutation({
    mutationFn: async (password: string) => await client.auth.removeTwoFactor({ password }),
    onSuccess: async () => {
      close();
      toast({ text: "Two-factor authentication turned off" });
      await refresh();
    },
  });
  const renew = useMutation({
    mutationFn: async (password: string) => await client.auth.renewRecoveryCodes({ password }),
    onSuccess: ({ recoveryCodes }) => {
      close();
      setCodes(recoveryCodes);
    },
  });
  return (
    <Card
      title={
        <>
          Two-factor authentication{" "}
          {twoFactorEnabled ? <Badge tone="good">Set up</Badge> : <Badge tone="warn">None</Badge>}
        </>
      }
      note="Requires a code from an authenticator app in addition to your password."
      className="mb-4"
      actions={
        twoFactorEnabled ? (
          <>
            <Button onClick={() => setAsked("renew")}>New recovery codes</Button>
            <Button kind="danger" onClick={() => setAsked("remove")}>
              Remove
            </Button>
          </>
        ) : (
          <Button kind="primary" onClick={() => setAsked("begin")}>
            Set up
          </Button>
        )
      }
    >
      <p className="text-sm text-muted">
        {twoFactorEnabled
          ? "If you lose your phone, sign in with a recovery code. Each code works once."
          : "Protects your account even if someone learns your password."}
      </p>
      {asked === "begin" && (
        <PasswordDialog
          title="Set up two-factor authentication"
          action="Continue"
          isBusy={begin.isPending}
          error={begin.error}
          onPassword={begin.mutate}
          onClose={close}
        />
      )}
      {asked === "remove" && (
        <PasswordDialog
          title="Turn off two-factor authentication"
          action="Remove"
          isBusy={remove.isPending}
          error={remove.error}
          onPassword={remove.mutate}
          onClose={close}
        />
      )}
      {asked === "renew" && (
        <PasswordDialog
          title="Create new recovery codes"
          note="The old codes will stop working."
          action="Create codes"
          isBusy={renew.isPending}
          error={renew.error}
          onPassword={renew.mutate}
          onClose={close}
        />
      )}
      {begun !== null && (
        <TwoFactorSetup
          begun={begun}
          onDone={async () => {
            setCodes(begun.recoveryCodes);
            setBegun(null);
            await refresh();
          }}
          onClose={() => setBegun(null)}
        />
      )}
      {codes !== null && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </Card>
  );
}
