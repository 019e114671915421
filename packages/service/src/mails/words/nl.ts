import type { MailWords } from "./mail-words.ts";

export const nl: MailWords = {
  greeting: ["Beste {ContactName},", "Goedendag,"],
  labels: {
    InvoiceNumber: "Factuurnummer",
    InvoiceDate: "Factuurdatum",
    DueDate: "Vervaldatum",
    BillingPeriod: "Factuurperiode",
    PurchaseOrderNumber: "Inkoopordernummer",
    Total: "Totaal",
    AmountDue: "Openstaand bedrag",
    AmountCredited: "Gecrediteerd bedrag",
    ReceiptNumber: "Bonnummer",
    PaymentDate: "Betaald op",
    PaymentMethod: "Betaalwijze",
    PaymentAmount: "Ontvangen bedrag",
    QuoteNumber: "Offertenummer",
    ContractName: "Contract",
    ContractStart: "Begint op",
    ExpiryDate: "Geldig tot",
  },
  attached: "De factuur is als pdf bijgevoegd.",
  receiptAttached: "Het betalingsbewijs is als pdf bijgevoegd.",
  openQuote: "Offerte bekijken",
  openInvoice: "Factuur bekijken en betalen",
  linkWorksUntil: "De link werkt tot en met {LinkExpiryDate}.",
  scanToPay: "Scan de code met uw bankapp om per overschrijving te betalen.",
  questions: "Hebt u vragen? Beantwoord dan gewoon deze e-mail.",
  kinds: {
    invoice: {
      subject: "Factuur {InvoiceNumber} van {OrganizationName}",
      heading: "Uw factuur",
      text: "Hierbij ontvangt u factuur {InvoiceNumber} van {OrganizationName}.{#AmountDue}{#DueDate} Wij verzoeken u {AmountDue} vóór {DueDate} te betalen.{/DueDate}{^DueDate} Het openstaande bedrag is {AmountDue}.{/DueDate}{/AmountDue}{^AmountDue} Er hoeft niets te worden betaald.{/AmountDue}",
    },
    receipt: {
      subject: "Betalingsbewijs voor factuur {InvoiceNumber} van {OrganizationName}",
      heading: "Bedankt voor uw betaling",
      text: "Wij hebben {PaymentAmount} ontvangen voor factuur {InvoiceNumber}.{#AmountDue} Er staat nog {AmountDue} open.{/AmountDue}{^AmountDue} De factuur is volledig betaald.{/AmountDue}",
    },
    reminder: {
      subject: "Factuur {InvoiceNumber} vervalt op {DueDate}",
      heading: "Een betaling vervalt binnenkort",
      text: "Wij herinneren u eraan dat factuur {InvoiceNumber} van {OrganizationName} op {DueDate} vervalt. Het openstaande bedrag is {AmountDue}. Hebt u al betaald, dan hoeft u niets te doen.",
    },
    overdue: {
      subject: "Factuur {InvoiceNumber} is vervallen",
      heading: "Een betaling is te laat",
      text: "Factuur {InvoiceNumber} van {OrganizationName} verviel op {DueDate} en er staat nog {AmountDue} open. Wij verzoeken u zo spoedig mogelijk te betalen. Hebt u al betaald, dan hoeft u niets te doen.",
    },
    quote: {
      subject: "Uw offerte van {OrganizationName}",
      heading: "Uw offerte",
      text: "{OrganizationName} heeft een offerte voor u gemaakt. U kunt die tot {ExpiryDate} online lezen en accepteren.",
    },
    activation: {
      subject: "Uw contract met {OrganizationName} is actief",
      heading: "Alles staat klaar",
      text: "Uw contract met {OrganizationName} is nu actief. Bedankt voor uw vertrouwen.",
    },
    webhook_disabled: {
      subject: "Een webhook-eindpunt van {OrganizationName} is uitgeschakeld",
      heading: "Webhooks zijn uitgeschakeld",
      text: "Er wordt niets meer naar {WebhookUrl} gestuurd: {#WebhookGone}het antwoordde dat het niet meer bestaat.{/WebhookGone}{^WebhookGone}er kon daar drie dagen lang niets worden afgeleverd.{/WebhookGone} Wat wacht blijft bewaard en wordt verstuurd zodra u het weer inschakelt.",
    },
  },
};
