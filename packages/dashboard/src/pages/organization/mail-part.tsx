import { pageAt } from "../../routing/page-at.ts";
import { Link } from "@tanstack/react-router";
import { buttonClasses } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { MailSettingsForm } from "../developers/mail-settings-form.tsx";

export function MailPart() {
  return (
    <Card
      title="Email"
      note="Email sent to customers."
      actions={
        <Link {...pageAt("/mails", { view: "templates" })} className={buttonClasses()}>
          Templates
        </Link>
      }
    >
      <MailSettingsForm />
    </Card>
  );
}
