import type { ReactElement } from "react";
import type { FeatureUsage } from "../billing/account-billing.ts";
import { dateText, type Formatting, quantityText } from "./format.ts";
import { type BillingTexts, ENGLISH, fill } from "./texts.ts";

export interface UsageMeterProps extends Formatting {
  readonly usage: FeatureUsage;
  /** Instead of the name of the feature. */
  readonly label?: string | undefined;
  readonly className?: string | undefined;
  /** Texts in another language. */
  readonly texts?: Partial<BillingTexts> | undefined;
}

/** From here on, the meter has the state `near`. */
const NEAR_PERCENT = 80;

/**
 * Shows how much of a feature an account has used. It has no state, so it also renders on a server. `data-state` is
 * `normal`, `near` (80% or more), `reached`, or `absent` (not included in the plan).
 */
export function UsageMeter({ usage, label, className, texts, ...formatting }: UsageMeterProps): ReactElement {
  const words = { ...ENGLISH, ...texts };
  const name = label ?? usage.name;
  const figures = figuresOf(usage, words, formatting);
  const percent = percentOf(usage);
  const notes = notesOf(usage, words, formatting);
  return (
    <div className={["cf-meter", className].filter(Boolean).join(" ")} data-state={stateOf(usage, percent)}>
      <div className="cf-meter-head">
        <span className="cf-meter-name">{name}</span>
        <span className="cf-meter-figures">{figures}</span>
      </div>
      {percent === null ? null : (
        <div
          role="meter"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={figures}
        >
          {/* A picture and not a styled element: pages may forbid inline styles. */}
          <svg className="cf-meter-picture" aria-hidden="true" width="100%" height="8">
            <rect className="cf-meter-track" width="100%" height="8" rx="4" />
            {percent === 0 ? null : <rect className="cf-meter-bar" width={`${percent}%`} height="8" rx="4" />}
          </svg>
        </div>
      )}
      {notes.length === 0 ? null : <p className="cf-meter-note">{notes.join(" · ")}</p>}
    </div>
  );
}

function figuresOf(
  { type, allowed, unlimited, used, limit }: FeatureUsage,
  words: BillingTexts,
  formatting: Formatting,
) {
  if (type === "boolean") return allowed ? words.included : words.notIncluded;
  const usedText = quantityText(used ?? "0", formatting);
  if (unlimited) return fill(words.usedUnlimited, { used: usedText });
  return fill(words.usedOfLimit, { used: usedText, limit: quantityText(limit ?? "0", formatting) });
}

/** The length of the bar, in whole percent: a picture, not a figure. Null if there is no limit to measure against. */
function percentOf({ type, unlimited, used, limit }: FeatureUsage): number | null {
  if (type === "boolean" || unlimited) return null;
  const [part, whole] = [Number(used ?? "0"), Number(limit ?? "0")];
  if (part >= whole) return 100;
  return Math.max(part > 0 ? 1 : 0, Math.min(99, Math.floor((part / whole) * 100)));
}

function stateOf({ type, allowed }: FeatureUsage, percent: number | null): string {
  if (type === "boolean") return allowed ? "normal" : "absent";
  if (percent === null || percent < NEAR_PERCENT) return "normal";
  return percent < 100 ? "near" : "reached";
}

function notesOf({ overage, resetsAt }: FeatureUsage, words: BillingTexts, formatting: Formatting): string[] {
  const notes: string[] = [];
  if (overage !== null && /[1-9]/.test(overage)) {
    notes.push(fill(words.overage, { overage: quantityText(overage, formatting) }));
  }
  if (resetsAt !== null) notes.push(fill(words.resets, { date: dateText(resetsAt, formatting) }));
  return notes;
}
