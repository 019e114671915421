import type { MailWords } from "./mail-words.ts";

export const zh: MailWords = {
  greeting: ["{ContactName}，您好：", "您好："],
  labels: {
    InvoiceNumber: "发票编号",
    InvoiceDate: "发票日期",
    DueDate: "付款截止日",
    BillingPeriod: "计费周期",
    PurchaseOrderNumber: "采购订单",
    Total: "总计",
    AmountDue: "应付金额",
    AmountCredited: "贷记金额",
    ReceiptNumber: "收据编号",
    PaymentDate: "付款日期",
    PaymentMethod: "付款方式",
    PaymentAmount: "收到金额",
    QuoteNumber: "报价单编号",
    ContractName: "合同",
    ContractStart: "开始日期",
    ExpiryDate: "有效期至",
  },
  attached: "发票 PDF 见附件。",
  receiptAttached: "收据 PDF 见附件。",
  openQuote: "查看报价单",
  openInvoice: "查看并支付发票",
  linkWorksUntil: "链接有效期至 {LinkExpiryDate}。",
  scanToPay: "如需银行转账付款，请用银行应用扫描此码。",
  questions: "有疑问？直接回复此邮件即可。",
  kinds: {
    invoice: {
      subject: "{OrganizationName} 发票 {InvoiceNumber}",
      heading: "您的发票",
      text: "这是 {OrganizationName} 的发票 {InvoiceNumber}。{#AmountDue}{#DueDate}请于 {DueDate} 前支付 {AmountDue}。{/DueDate}{^DueDate}应付金额为 {AmountDue}。{/DueDate}{/AmountDue}{^AmountDue}无需付款。{/AmountDue}",
    },
    receipt: {
      subject: "{OrganizationName} 发票 {InvoiceNumber} 的收据",
      heading: "感谢您的付款",
      text: "我们已收到发票 {InvoiceNumber} 的款项 {PaymentAmount}。{#AmountDue}尚有 {AmountDue} 未付。{/AmountDue}{^AmountDue}该发票已全部付清。{/AmountDue}",
    },
    reminder: {
      subject: "发票 {InvoiceNumber} 将于 {DueDate} 到期",
      heading: "付款即将到期",
      text: "提醒您：{OrganizationName} 的发票 {InvoiceNumber} 将于 {DueDate} 到期，应付金额为 {AmountDue}。如已付款，请忽略此邮件。",
    },
    overdue: {
      subject: "发票 {InvoiceNumber} 已逾期",
      heading: "付款已逾期",
      text: "{OrganizationName} 的发票 {InvoiceNumber} 已于 {DueDate} 到期，仍有 {AmountDue} 未付。请尽快付款。如已付款，请忽略此邮件。",
    },
    quote: {
      subject: "{OrganizationName} 的报价单",
      heading: "您的报价单",
      text: "{OrganizationName} 为您准备了报价单。您可以在 {ExpiryDate} 前在线查看并接受。",
    },
    activation: {
      subject: "您与 {OrganizationName} 的合同已生效",
      heading: "一切就绪",
      text: "您与 {OrganizationName} 的合同现已生效。感谢您的信任。",
    },
    webhook_disabled: {
      subject: "{OrganizationName} 的一个 Webhook 端点已停用",
      heading: "Webhook 已停用",
      text: "已停止向 {WebhookUrl} 发送：{#WebhookGone}该地址回复称已不存在。{/WebhookGone}{^WebhookGone}连续三天无法送达。{/WebhookGone}待发送的通知会保留，重新启用端点后将会发送。",
    },
  },
};
