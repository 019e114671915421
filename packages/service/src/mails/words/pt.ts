import type { MailWords } from "./mail-words.ts";

export const pt: MailWords = {
  greeting: ["Olá, {ContactName},", "Olá,"],
  labels: {
    InvoiceNumber: "Número da fatura",
    InvoiceDate: "Data da fatura",
    DueDate: "Vencimento",
    BillingPeriod: "Período de faturação",
    PurchaseOrderNumber: "Ordem de compra",
    Total: "Total",
    AmountDue: "Valor em dívida",
    AmountCredited: "Valor creditado",
    ReceiptNumber: "Número do recibo",
    PaymentDate: "Pago em",
    PaymentMethod: "Forma de pagamento",
    PaymentAmount: "Valor recebido",
    QuoteNumber: "Número da proposta",
    ContractName: "Contrato",
    ContractStart: "Início",
    ExpiryDate: "Válida até",
  },
  attached: "A fatura segue em anexo em PDF.",
  receiptAttached: "O recibo segue em anexo em PDF.",
  openQuote: "Ver a proposta",
  openInvoice: "Ver e pagar a fatura",
  linkWorksUntil: "A ligação é válida até {LinkExpiryDate}.",
  scanToPay: "Para pagar por transferência, leia o código com a aplicação do seu banco.",
  questions: "Tem alguma pergunta? Basta responder a este e-mail.",
  kinds: {
    invoice: {
      subject: "Fatura {InvoiceNumber} de {OrganizationName}",
      heading: "A sua fatura",
      text: "Segue a sua fatura {InvoiceNumber} de {OrganizationName}.{#AmountDue}{#DueDate} Pedimos que pague {AmountDue} até {DueDate}.{/DueDate}{^DueDate} O valor em dívida é de {AmountDue}.{/DueDate}{/AmountDue}{^AmountDue} Não há nada a pagar.{/AmountDue}",
    },
    receipt: {
      subject: "Recibo da fatura {InvoiceNumber} de {OrganizationName}",
      heading: "Obrigado pelo seu pagamento",
      text: "Recebemos {PaymentAmount} referente à fatura {InvoiceNumber}.{#AmountDue} Falta pagar {AmountDue}.{/AmountDue}{^AmountDue} A fatura está totalmente paga.{/AmountDue}",
    },
    reminder: {
      subject: "A fatura {InvoiceNumber} vence em {DueDate}",
      heading: "Um pagamento vence em breve",
      text: "Lembramos que a fatura {InvoiceNumber} de {OrganizationName} vence em {DueDate}. O valor em dívida é de {AmountDue}. Se já pagou, não precisa de fazer nada.",
    },
    overdue: {
      subject: "A fatura {InvoiceNumber} está vencida",
      heading: "Um pagamento está em atraso",
      text: "A fatura {InvoiceNumber} de {OrganizationName} venceu em {DueDate} e falta pagar {AmountDue}. Pedimos que pague assim que possível. Se já pagou, não precisa de fazer nada.",
    },
    quote: {
      subject: "A sua proposta de {OrganizationName}",
      heading: "A sua proposta",
      text: "{OrganizationName} preparou uma proposta para si. Pode lê-la e aceitá-la online até {ExpiryDate}.",
    },
    activation: {
      subject: "O seu contrato com {OrganizationName} está ativo",
      heading: "Está tudo pronto",
      text: "O seu contrato com {OrganizationName} já está ativo. Obrigado pela confiança.",
    },
    webhook_disabled: {
      subject: "Um endpoint de webhooks de {OrganizationName} foi desativado",
      heading: "Webhooks desativados",
      text: "Já nada é enviado para {WebhookUrl}: {#WebhookGone}respondeu que já não existe.{/WebhookGone}{^WebhookGone}durante três dias não foi possível entregar nada.{/WebhookGone} O que está em espera é conservado e será enviado quando voltar a ativá-lo.",
    },
  },
};
