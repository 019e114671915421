import { Link } from "@tanstack/react-router";
import { buttonClasses } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { MailSettingsForm } from "../developers/mail-settings-form.tsx";

export function MailPart() {
  return (
    <Card
      title="E-mail"
      note="How customers are written to."
      actions={
        <Link to="/mails" search={{ view: "templates" }} className={buttonClasses()}>
          Templates
        </Link>
      }
    >
      <MailSettingsForm />
    </Card>
  );
}
