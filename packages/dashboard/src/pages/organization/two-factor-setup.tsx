import type { BeginTwoFactorResult } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { Suspense } from "react";
import { client } from "../../server/client.ts";
import { whenShown } from "../../design/when-shown.tsx";
import { Button } from "../../design/button.tsx";
import { Code } from "../../design/code.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../design/dialog.tsx";
import { TextField } from "../../design/field.tsx";
import { submitted, textOf } from "../../design/form.ts";
import { FailureLine, Skeleton } from "../../design/states.tsx";

const QrCode = whenShown(() => import("../../design/qr-code.tsx").then(({ QrCode }) => QrCode));

interface TwoFactorSetupProps {
  readonly begun: BeginTwoFactorResult;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Shows the QR code for the app and asks for its first code. Sign-ins require the second factor only after that. */
export function TwoFactorSetup({ begun, onDone, onClose }: TwoFactorSetupProps) {
  const confirm = useMutation({
    mutationFn: async (form: FormData) =>
      await client.auth.confirmTwoFactor({ code: textOf(form, "code").replaceAll(/\s/g, "") }),
    onSuccess: onDone,
  });
  const secret = new URL(begun.uri).searchParams.get("secret") ?? "";
  return (
    <Dialog title="Set up two-factor authentication" isOpen onClose={onClose}>
      <form onSubmit={submitted(confirm.mutate)} className="flex flex-col gap-4">
        <p className="text-sm">
          Scan this QR code with an authenticator app, such as 1Password, Aegis, or Google Authenticator.
        </p>
        <Suspense fallback={<Skeleton className="mx-auto size-52" />}>
          <QrCode text={begun.uri} label="QR code for your authenticator app" className="mx-auto size-52" />
        </Suspense>
        <details className="text-sm">
          <summary className="min-h-6 text-accent hover:underline">Can't scan the code?</summary>
          <p className="my-2 text-muted">Enter this key in the app:</p>
          <Code label="Setup key" text={secret} />
        </details>
        <TextField
          label="Code from the app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          autoFocus
        />
        <FailureLine error={confirm.error} />
        <DialogActions>
          <DialogCancel />
          <Button type="submit" kind="primary" busy={confirm.isPending}>
            Set up
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
