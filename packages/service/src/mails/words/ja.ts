import type { MailWords } from "./mail-words.ts";

export const ja: MailWords = {
  greeting: ["{ContactName} 様", "ご担当者様"],
  labels: {
    InvoiceNumber: "請求書番号",
    InvoiceDate: "請求日",
    DueDate: "お支払期限",
    BillingPeriod: "請求対象期間",
    PurchaseOrderNumber: "発注番号",
    Total: "合計",
    AmountDue: "ご請求額",
    AmountCredited: "減額合計",
    ReceiptNumber: "領収書番号",
    PaymentDate: "お支払日",
    PaymentMethod: "お支払方法",
    PaymentAmount: "ご入金額",
    QuoteNumber: "見積番号",
    ContractName: "ご契約",
    ContractStart: "開始日",
    ExpiryDate: "有効期限",
  },
  attached: "請求書のPDFを添付しております。",
  receiptAttached: "領収書のPDFを添付しております。",
  openQuote: "見積書を見る",
  openInvoice: "請求書を確認して支払う",
  linkWorksUntil: "リンクの有効期限は{LinkExpiryDate}です。",
  scanToPay: "銀行振込の場合は、銀行アプリでコードを読み取ってください。",
  questions: "ご不明な点がございましたら、このメールにご返信ください。",
  kinds: {
    invoice: {
      subject: "{OrganizationName} 請求書 {InvoiceNumber}",
      heading: "請求書のご案内",
      text: "{OrganizationName}の請求書 {InvoiceNumber} をお送りいたします。{#AmountDue}{#DueDate}{DueDate}までに {AmountDue} をお支払いください。{/DueDate}{^DueDate}ご請求額は {AmountDue} です。{/DueDate}{/AmountDue}{^AmountDue}お支払いの必要はございません。{/AmountDue}",
    },
    receipt: {
      subject: "{OrganizationName} 請求書 {InvoiceNumber} の領収のお知らせ",
      heading: "お支払いありがとうございます",
      text: "請求書 {InvoiceNumber} について {PaymentAmount} のご入金を確認いたしました。{#AmountDue}未払額は {AmountDue} です。{/AmountDue}{^AmountDue}全額のお支払いが完了しております。{/AmountDue}",
    },
    reminder: {
      subject: "請求書 {InvoiceNumber} のお支払期限は{DueDate}です",
      heading: "お支払期限が近づいています",
      text: "{OrganizationName}の請求書 {InvoiceNumber} のお支払期限は{DueDate}です。ご請求額は {AmountDue} です。すでにお支払い済みの場合は、ご対応の必要はございません。",
    },
    overdue: {
      subject: "請求書 {InvoiceNumber} のお支払期限が過ぎています",
      heading: "お支払期限が過ぎています",
      text: "{OrganizationName}の請求書 {InvoiceNumber} のお支払期限は{DueDate}でしたが、{AmountDue} が未払いとなっております。お早めにお支払いください。すでにお支払い済みの場合は、ご対応の必要はございません。",
    },
    quote: {
      subject: "{OrganizationName} お見積書のご案内",
      heading: "お見積書のご案内",
      text: "{OrganizationName}がお見積書をご用意いたしました。{ExpiryDate}までオンラインでご確認・ご承諾いただけます。",
    },
    activation: {
      subject: "{OrganizationName}とのご契約が開始されました",
      heading: "ご利用の準備が整いました",
      text: "{OrganizationName}とのご契約が有効になりました。ありがとうございます。",
    },
    webhook_disabled: {
      subject: "{OrganizationName}のWebhookエンドポイントが停止されました",
      heading: "Webhookが停止されました",
      text: "{WebhookUrl} への送信を停止しました。{#WebhookGone}宛先がもう存在しないと応答しました。{/WebhookGone}{^WebhookGone}3日間、何も配信できませんでした。{/WebhookGone}待機中の通知は保存されており、エンドポイントを再び有効にすると送信されます。",
    },
  },
};
