import type { Me } from "@counterfoil/sdk";
import { useCallback, useEffect, useState } from "react";
import { leaveFor } from "../design/ask-to-discard.ts";
import { Button } from "../design/button.tsx";
import { DialogFrame } from "../design/dialog-frame.tsx";
import { FailureLine } from "../design/states.tsx";
import { forgetUnsaved } from "../design/unsaved.ts";
import { CodeForm } from "../pages/sign-in/code-form.tsx";
import { PasswordForm } from "../pages/sign-in/password-form.tsx";
import { visitorClient } from "../server/client.ts";
import { endExpiry, leaveSession } from "../server/expired-session.ts";

/**
 * Signs in over the page after the session ended. The page stays as it is, and then sends the refused requests again.
 */
export function SignInAgain({ me }: { readonly me: Me }) {
  const [needsCode, setNeedsCode] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const resume = useCallback(() => void resumeAs(me).catch(setError), [me]);
  useEffect(() => {
    // The person may have signed in again in another tab.
    const look = () => void visitorClient.me.get({ retries: 0 }).then(resume, () => undefined);
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, [resume]);
  return (
    <DialogFrame
      title={needsCode ? "Enter the code from your app" : "Sign in again"}
      note={needsCode ? undefined : "Your session has ended. Sign in to continue where you left off."}
    >
      {needsCode ? (
        <CodeForm onBack={() => setNeedsCode(false)} onSignedIn={resume} />
      ) : (
        <>
          <PasswordForm email={me.email} onCodeNeeded={() => setNeedsCode(true)} onSignedIn={resume} />
          <div className="mt-2 flex justify-center">
            <Button kind="quiet" onClick={() => void leaveFor("/app/sign-in", leave)}>
              Sign in as someone else
            </Button>
          </div>
        </>
      )}
      <FailureLine error={error} />
    </DialogFrame>
  );
}

/**
 * Continues if the same person signed in, in the organization that the page shows. Otherwise, the page would show data
 * of others, so it is loaded again.
 */
async function resumeAs(before: Me): Promise<void> {
  const organizationId = before.organization?.organizationId;
  let now = await visitorClient.me.get();
  const isOther = now.organization?.organizationId !== organizationId;
  if (isOther && now.organizations.some((one) => one.organizationId === organizationId) && organizationId) {
    now = await visitorClient.me.turnToOrganization({ organizationId });
  }
  if (now.id === before.id && now.organization?.organizationId === organizationId) endExpiry();
  else {
    forgetUnsaved();
    window.location.reload();
  }
}

async function leave(): Promise<void> {
  leaveSession();
}
