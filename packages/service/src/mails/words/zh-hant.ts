import type { MailWords } from "./mail-words.ts";

export const zhHant: MailWords = {
  greeting: ["{ContactName}，您好：", "您好："],
  labels: {
    InvoiceNumber: "發票編號",
    InvoiceDate: "發票日期",
    DueDate: "付款期限",
    BillingPeriod: "計費期間",
    PurchaseOrderNumber: "採購訂單",
    Total: "總計",
    AmountDue: "應付金額",
    AmountCredited: "貸記金額",
    ReceiptNumber: "收據編號",
    PaymentDate: "付款日期",
    PaymentMethod: "付款方式",
    PaymentAmount: "收到金額",
    QuoteNumber: "報價單編號",
    ContractName: "合約",
    ContractStart: "開始日期",
    ExpiryDate: "有效期限",
  },
  attached: "發票 PDF 請見附件。",
  receiptAttached: "收據 PDF 請見附件。",
  openQuote: "檢視報價單",
  openInvoice: "檢視並支付發票",
  linkWorksUntil: "連結有效至 {LinkExpiryDate}。",
  scanToPay: "如要以銀行轉帳付款，請用銀行應用程式掃描此碼。",
  questions: "有疑問嗎？直接回覆這封郵件即可。",
  kinds: {
    invoice: {
      subject: "{OrganizationName} 發票 {InvoiceNumber}",
      heading: "您的發票",
      text: "這是 {OrganizationName} 的發票 {InvoiceNumber}。{#AmountDue}{#DueDate}請於 {DueDate} 前支付 {AmountDue}。{/DueDate}{^DueDate}應付金額為 {AmountDue}。{/DueDate}{/AmountDue}{^AmountDue}無須付款。{/AmountDue}",
    },
    receipt: {
      subject: "{OrganizationName} 發票 {InvoiceNumber} 的收據",
      heading: "感謝您的付款",
      text: "我們已收到發票 {InvoiceNumber} 的款項 {PaymentAmount}。{#AmountDue}尚有 {AmountDue} 未付。{/AmountDue}{^AmountDue}此發票已全數付清。{/AmountDue}",
    },
    reminder: {
      subject: "發票 {InvoiceNumber} 將於 {DueDate} 到期",
      heading: "付款即將到期",
      text: "提醒您：{OrganizationName} 的發票 {InvoiceNumber} 將於 {DueDate} 到期，應付金額為 {AmountDue}。如已付款，請忽略此郵件。",
    },
    overdue: {
      subject: "發票 {InvoiceNumber} 已逾期",
      heading: "付款已逾期",
      text: "{OrganizationName} 的發票 {InvoiceNumber} 已於 {DueDate} 到期，仍有 {AmountDue} 未付。請儘快付款。如已付款，請忽略此郵件。",
    },
    quote: {
      subject: "{OrganizationName} 的報價單",
      heading: "您的報價單",
      text: "{OrganizationName} 為您準備了報價單。您可以在 {ExpiryDate} 前線上檢視並接受。",
    },
    activation: {
      subject: "您與 {OrganizationName} 的合約已生效",
      heading: "一切就緒",
      text: "您與 {OrganizationName} 的合約現已生效。感謝您的信任。",
    },
    webhook_disabled: {
      subject: "{OrganizationName} 的一個 Webhook 端點已停用",
      heading: "Webhook 已停用",
      text: "已停止向 {WebhookUrl} 傳送：{#WebhookGone}該位址回覆已不存在。{/WebhookGone}{^WebhookGone}連續三天無法送達。{/WebhookGone}待傳送的通知會保留，重新啟用端點後就會傳送。",
    },
  },
};
