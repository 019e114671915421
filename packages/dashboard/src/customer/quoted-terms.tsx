import type { QuoteDocument } from "@counterfoil/sdk";
import { agreedOfTerms } from "./agreed.ts";
import { Part } from "./frame.tsx";
import { useReading } from "./reading.ts";

/** When the contract begins and ends, what applies to all of it, and the attached documents. */
export function QuotedTerms({ document: { terms } }: { readonly document: QuoteDocument }) {
  const reading = useReading();
  const { words, say, date, lastDay, days } = reading;
  const { contractStartDate, contractEndDate, trialPeriodDays, autoRenew } = terms;
  const facts = [
    say("startsOn", { date: date(contractStartDate) }),
    contractEndDate === null ? words.openEnded : say("endsOn", { date: lastDay(contractEndDate) }),
    contractEndDate === null ? null : autoRenew ? words.renews : words.renewsNot,
    trialPeriodDays === null || trialPeriodDays === 0 ? null : say("trial", { days: days(trialPeriodDays) }),
    ...agreedOfTerms(terms, reading),
  ].filter((fact) => fact !== null);
  return (
    <Part title={words.terms}>
      <ul className="flex flex-col gap-1.5 text-sm">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
        {terms.termsOfServiceLinks.map(({ title, url }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noreferrer" className="underline">
              {title}
            </a>
          </li>
        ))}
      </ul>
      {terms.additionalTerms !== null && (
        <p className="mt-4 text-sm whitespace-pre-line text-muted">{terms.additionalTerms}</p>
      )}
    </Part>
  );
}
