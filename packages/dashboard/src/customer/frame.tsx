import type { Brand } from "@counterfoil/sdk";
import type { ReactNode } from "react";
import { brandStyle } from "./brand-colour.ts";
import { useReading } from "./reading.ts";

/** The seller's page: logo at the top, the seller's data at the bottom, and buttons in the seller's color. */
export function Frame({ brand, children }: { readonly brand: Brand; readonly children: ReactNode }) {
  const reading = useReading();
  const { name, legalName, address, country, taxId, registrationNumber, email, logoUrl, brandColor } = brand;
  const lines = [
    legalName ?? name,
    [address?.line1, address?.line2].filter(Boolean).join(", "),
    [address?.postalCode, address?.city, address?.state].filter(Boolean).join(" "),
    country === null ? "" : reading.country(country),
    [taxId, registrationNumber].filter(Boolean).join(" · "),
  ].filter((line) => line !== "");
  return (
    <div style={brandStyle(brandColor)} className="mx-auto flex min-h-dvh w-full max-w-3xl flex-col px-4 py-6 sm:py-10">
      <header className="mb-6 flex min-h-10 items-center gap-3">
        {logoUrl === null ? (
          <span className="text-lg font-semibold">{name}</span>
        ) : (
          <img
            src={logoUrl}
            alt={name}
            className="-mx-2 max-h-12 max-w-56 rounded-md bg-paper px-2 py-1 object-contain object-left rtl:object-right"
          />
        )}
      </header>
      <main className="flex min-w-0 flex-1 flex-col gap-5">{children}</main>
      <footer className="mt-10 border-t border-line pt-5 text-xs text-muted">
        {email !== null && <p className="mb-2">{reading.say("questions", { email })}</p>}
        <address className="own-direction not-italic">{lines.join(" · ")}</address>
      </footer>
    </div>
  );
}

/** A part of the page. */
export function Part({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-lg border border-line bg-surface p-4 shadow-raised sm:p-6">
      {title !== undefined && <h2 className="mb-3 text-lg font-semibold">{title}</h2>}
      {children}
    </section>
  );
}
