import type { Brand } from "@counterfoil/sdk";
import { CounterfoilError } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Button } from "../design/button.tsx";
import { Skeleton } from "../design/states.tsx";
import { Frame } from "./frame.tsx";
import { makeReading, type Reading, ReadingProvider } from "./reading.ts";
import { chooseLanguage, wordsOf } from "./words/words-of.ts";

/** The token that opened the page. */
export interface Opened {
  readonly token: string;
}

interface BrandedProps<Shown extends { readonly brand: Brand }> {
  readonly shown: { data: Shown | undefined; error: Error | null; refetch: () => unknown };
  /** The title of the page's tab, and its first heading if the page has no other. */
  readonly title: (shown: Shown, reading: Reading) => string;
  /** The time zone in which instants are shown as dates. */
  readonly timeZone: (shown: Shown) => string;
  /** Shown below the reason if the link has expired or was revoked, with the reader's language. */
  readonly whenExpired?: ReactNode;
  readonly children: (shown: Shown) => ReactNode;
}

/** The content in the seller's brand and the reader's language, or the reason why it cannot be opened. */
export function Branded<Shown extends { readonly brand: Brand }>({
  shown,
  title,
  timeZone,
  whenExpired,
  children,
}: BrandedProps<Shown>) {
  const { data, error } = shown;
  const reading = useReadingFor(data?.brand.locale ?? "en", data === undefined ? undefined : timeZone(data));
  const name = data === undefined || reading === undefined ? undefined : title(data, reading);
  useEffect(() => {
    if (name === undefined || data === undefined || reading === undefined) return;
    document.title = `${name} · ${data.brand.name}`;
    document.documentElement.lang = reading.language;
    document.documentElement.dir = reading.isRightToLeft ? "rtl" : "ltr";
  }, [name, data, reading]);
  if (reading === undefined || (data === undefined && error === null)) return <Waiting />;
  return (
    <ReadingProvider value={reading}>
      {data === undefined ? (
        <Unopened error={error} onRetry={shown.refetch} reading={reading} whenExpired={whenExpired} />
      ) : (
        <Frame brand={data.brand}>{children(data)}</Frame>
      )}
    </ReadingProvider>
  );
}

function useReadingFor(
  sellerLocale: string,
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): Reading | undefined {
  const { language, locale } = chooseLanguage(navigator.languages, sellerLocale);
  const words = useQuery({
    queryKey: ["words", language],
    queryFn: () => wordsOf(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return words.data === undefined ? undefined : makeReading(language, locale, words.data, timeZone);
}

interface UnopenedProps {
  readonly error: Error | null;
  readonly onRetry: () => unknown;
  readonly reading: Reading;
  readonly whenExpired: ReactNode;
}

function Unopened({ error, onRetry, reading: { words }, whenExpired }: UnopenedProps) {
  const isGone = error instanceof CounterfoilError && [400, 404, 410].includes(error.status);
  useEffect(() => {
    document.title = isGone ? words.linkGone : words.failed;
  }, [isGone, words]);
  return (
    <main className="grid min-h-dvh place-items-center px-4">
      <div role="alert" className="max-w-md text-center">
        <h1 className="text-xl font-semibold">{isGone ? words.linkGone : words.failed}</h1>
        <p className="mt-2 mb-5 text-base text-balance text-muted">{isGone ? words.linkGoneText : error?.message}</p>
        {error instanceof CounterfoilError && error.status === 410 && whenExpired}
        {!isGone && <Button onClick={onRetry}>{words.tryAgain}</Button>}
      </div>
    </main>
  );
}

export function Waiting() {
  return (
    <main aria-busy className="mx-auto w-full max-w-3xl px-4 py-10">
      <Skeleton className="mb-8 h-10 w-48" />
      <Skeleton className="h-96 w-full" />
    </main>
  );
}
