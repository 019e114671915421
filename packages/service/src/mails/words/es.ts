import type { MailWords } from "./mail-words.ts";

export const es: MailWords = {
  greeting: ["Hola, {ContactName}:", "Hola:"],
  labels: {
    InvoiceNumber: "Número de factura",
    InvoiceDate: "Fecha de la factura",
    DueDate: "Vencimiento",
    BillingPeriod: "Período de facturación",
    PurchaseOrderNumber: "Orden de compra",
    Total: "Total",
    AmountDue: "Importe pendiente",
    AmountCredited: "Importe abonado",
    ReceiptNumber: "Número de recibo",
    PaymentDate: "Pagado el",
    PaymentMethod: "Forma de pago",
    PaymentAmount: "Importe recibido",
    QuoteNumber: "Número de presupuesto",
    ContractName: "Contrato",
    ContractStart: "Inicio",
    ExpiryDate: "Válido hasta",
  },
  attached: "La factura va adjunta en PDF.",
  receiptAttached: "El recibo va adjunto en PDF.",
  openQuote: "Ver el presupuesto",
  openInvoice: "Ver y pagar la factura",
  linkWorksUntil: "El enlace es válido hasta el {LinkExpiryDate}.",
  scanToPay: "Para pagar por transferencia, escanee el código con la aplicación de su banco.",
  questions: "¿Tiene alguna pregunta? Responda a este correo.",
  kinds: {
    invoice: {
      subject: "Factura {InvoiceNumber} de {OrganizationName}",
      heading: "Su factura",
      text: "Aquí tiene su factura {InvoiceNumber} de {OrganizationName}.{#AmountDue}{#DueDate} Le rogamos que pague {AmountDue} antes del {DueDate}.{/DueDate}{^DueDate} El importe pendiente es de {AmountDue}.{/DueDate}{/AmountDue}{^AmountDue} No hay nada que pagar.{/AmountDue}",
    },
    receipt: {
      subject: "Recibo de la factura {InvoiceNumber} de {OrganizationName}",
      heading: "Gracias por su pago",
      text: "Hemos recibido {PaymentAmount} por la factura {InvoiceNumber}.{#AmountDue} Quedan {AmountDue} por pagar.{/AmountDue}{^AmountDue} La factura está pagada por completo.{/AmountDue}",
    },
    reminder: {
      subject: "La factura {InvoiceNumber} vence el {DueDate}",
      heading: "Un pago vence pronto",
      text: "Le recordamos que la factura {InvoiceNumber} de {OrganizationName} vence el {DueDate}. El importe pendiente es de {AmountDue}. Si ya la ha pagado, no tiene que hacer nada.",
    },
    overdue: {
      subject: "La factura {InvoiceNumber} está vencida",
      heading: "Un pago está vencido",
      text: "La factura {InvoiceNumber} de {OrganizationName} venció el {DueDate} y quedan {AmountDue} por pagar. Le rogamos que la pague lo antes posible. Si ya la ha pagado, no tiene que hacer nada.",
    },
    quote: {
      subject: "Su presupuesto de {OrganizationName}",
      heading: "Su presupuesto",
      text: "{OrganizationName} ha preparado un presupuesto para usted. Puede leerlo y aceptarlo en línea hasta el {ExpiryDate}.",
    },
    activation: {
      subject: "Su contrato con {OrganizationName} está activo",
      heading: "Todo está listo",
      text: "Su contrato con {OrganizationName} ya está activo. Gracias por su confianza.",
    },
    webhook_disabled: {
      subject: "Se ha desactivado un punto de conexión webhook de {OrganizationName}",
      heading: "Se han desactivado webhooks",
      text: "Ya no se envía nada a {WebhookUrl}: {#WebhookGone}respondió que ya no existe.{/WebhookGone}{^WebhookGone}no se pudo entregar nada allí durante tres días.{/WebhookGone} Lo pendiente se conserva y se enviará cuando vuelva a activarlo.",
    },
  },
};
