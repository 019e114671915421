import { useState } from "react";
import { Tabs } from "../../design/tabs.tsx";

interface MailBodyProps {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  readonly className?: string;
}

/** A mail as its reader sees it. Its content cannot run scripts or open pages. */
export function MailBody({ subject, html, text, className = "h-[30rem]" }: MailBodyProps) {
  const [form, setForm] = useState("html");
  if (html === null && text === null) return null;
  return (
    <Tabs
      chosen={html === null ? "text" : form}
      onChoose={setForm}
      tabs={[
        ...(html === null
          ? []
          : [
              {
                key: "html",
                name: "HTML",
                content: () => (
                  <iframe
                    title={`HTML email: ${subject}`}
                    sandbox=""
                    srcDoc={html}
                    className={`w-full rounded-md border border-line bg-surface ${className}`}
                  />
                ),
              },
            ]),
        {
          key: "text",
          name: "Plain text",
          content: () => (
            <pre
              tabIndex={0}
              aria-label={`Plain text email: ${subject}`}
              className={`overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-xs leading-5 whitespace-pre-wrap ${className}`}
            >
              {text}
            </pre>
          ),
        },
      ]}
    />
  );
}
