import type { ComponentType } from "react";
import { AgeingCard } from "./ageing-card.tsx";
import { AttentionCard } from "./attention-card.tsx";
import type { CardProps } from "./card-props.ts";
import { CashCard } from "./cash-card.tsx";
import { ForecastCard } from "./forecast-card.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { NetRevenueCard } from "./net-revenue-card.tsx";
import { RecurringCard } from "./recurring-card.tsx";
import { RetentionCard } from "./retention-card.tsx";
import { TopAccountsCard } from "./top-accounts-card.tsx";
import { UsageCard } from "./usage-card.tsx";

export interface HomeCard {
  readonly id: string;
  readonly name: string;
  /** The top has the whole width. The main column has room for one wide card, or for two half ones side by side. */
  readonly column: "top" | "main" | "side";
  readonly size: "wide" | "half";
  /** Its usual height, in rem, which it keeps free until it is drawn. */
  readonly height: number;
  readonly card: ComponentType<CardProps>;
}

/** All cards of the home page, in their first order. */
export const HOME_CARDS: readonly HomeCard[] = [
  { id: "key-figures", name: "Key figures", column: "top", size: "wide", height: 14, card: KeyFigures },
  { id: "recurring", name: "Monthly recurring revenue", column: "main", size: "wide", height: 26, card: RecurringCard },
  { id: "net-revenue", name: "Net revenue", column: "main", size: "half", height: 24, card: NetRevenueCard },
  { id: "cash", name: "Cash collected", column: "main", size: "half", height: 24, card: CashCard },
  { id: "forecast", name: "Forecast", column: "main", size: "half", height: 24, card: ForecastCard },
  { id: "ageing", name: "Unpaid by age", column: "main", size: "half", height: 24, card: AgeingCard },
  { id: "retention", name: "Retention by cohort", column: "main", size: "wide", height: 30, card: RetentionCard },
  { id: "attention", name: "Needs attention", column: "side", size: "wide", height: 48, card: AttentionCard },
  { id: "usage", name: "Usage", column: "side", size: "wide", height: 24, card: UsageCard },
  { id: "top-accounts", name: "Top accounts", column: "side", size: "wide", height: 24, card: TopAccountsCard },
];
