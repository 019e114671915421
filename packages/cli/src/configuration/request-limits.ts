import type { RateLimitOptions } from "@counterfoil/http";

type Environment = Readonly<Record<string, string | undefined>>;
type Refuse = (fault: string) => void;

const REQUESTS_PER_SECOND = 100;
/** The default with DATABASE_URL. With the embedded server there is no limit, because only its user sends events. */
const EVENTS_PER_SECOND = 10_000;
/** The burst allowance, in seconds of the rate. */
const BURST_SECONDS = 10;

/** Reads COUNTERFOIL_REQUESTS_PER_SECOND and COUNTERFOIL_EVENTS_PER_SECOND: a whole number, or `off`. */
export function readRates(environment: Environment, refuse: Refuse): RateLimitOptions {
  const isEmbedded = (environment["DATABASE_URL"] ?? "") === "";
  function read(variable: string, fallback: number | null): RateLimitOptions["requests"] {
    const text = environment[variable] ?? "";
    const isRate = /^[1-9]\d{0,8}$/.test(text);
    if (text !== "" && text !== "off" && !isRate) {
      refuse(`${variable} is ${JSON.stringify(text)}; expected a whole number of at least 1, or off.`);
    }
    const perSecond = text === "off" ? null : isRate ? Number(text) : fallback;
    return perSecond === null ? null : { perSecond, burst: perSecond * BURST_SECONDS };
  }
  return {
    requests: read("COUNTERFOIL_REQUESTS_PER_SECOND", REQUESTS_PER_SECOND),
    usage: read("COUNTERFOIL_EVENTS_PER_SECOND", isEmbedded ? null : EVENTS_PER_SECOND),
  };
}

/** Reads COUNTERFOIL_CORS_ORIGINS: `https://app.example.com, http://localhost:3000`. */
export function readOrigins(environment: Environment, refuse: Refuse): string[] {
  const text = environment["COUNTERFOIL_CORS_ORIGINS"] ?? "";
  const origins = text === "" ? [] : text.split(",").map((origin) => origin.trim());
  for (const origin of origins) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue;
    const told = `COUNTERFOIL_CORS_ORIGINS names ${JSON.stringify(origin)}`;
    refuse(`${told}; expected an origin (https://app.example.com, without a path).`);
  }
  return origins;
}
