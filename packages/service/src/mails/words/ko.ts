import type { MailWords } from "./mail-words.ts";

export const ko: MailWords = {
  greeting: ["{ContactName} 님, 안녕하세요.", "안녕하세요."],
  labels: {
    InvoiceNumber: "청구서 번호",
    InvoiceDate: "청구일",
    DueDate: "지급 기한",
    BillingPeriod: "청구 기간",
    PurchaseOrderNumber: "발주 번호",
    Total: "합계",
    AmountDue: "청구 금액",
    AmountCredited: "감액 금액",
    ReceiptNumber: "영수증 번호",
    PaymentDate: "결제일",
    PaymentMethod: "결제 수단",
    PaymentAmount: "입금액",
    QuoteNumber: "견적 번호",
    ContractName: "계약",
    ContractStart: "시작일",
    ExpiryDate: "유효 기한",
  },
  attached: "청구서를 PDF로 첨부합니다.",
  receiptAttached: "영수증을 PDF로 첨부합니다.",
  openQuote: "견적서 보기",
  openInvoice: "청구서 확인 및 결제",
  linkWorksUntil: "링크는 {LinkExpiryDate}까지 사용할 수 있습니다.",
  scanToPay: "계좌 이체로 결제하려면 은행 앱으로 코드를 스캔하세요.",
  questions: "궁금한 점이 있으면 이 메일에 회신해 주세요.",
  kinds: {
    invoice: {
      subject: "{OrganizationName} 청구서 {InvoiceNumber}",
      heading: "청구서 안내",
      text: "{OrganizationName}의 청구서 {InvoiceNumber}을(를) 보내 드립니다.{#AmountDue}{#DueDate} {DueDate}까지 {AmountDue}을(를) 결제해 주세요.{/DueDate}{^DueDate} 청구 금액은 {AmountDue}입니다.{/DueDate}{/AmountDue}{^AmountDue} 결제하실 금액이 없습니다.{/AmountDue}",
    },
    receipt: {
      subject: "{OrganizationName} 청구서 {InvoiceNumber}의 영수증",
      heading: "결제해 주셔서 감사합니다",
      text: "청구서 {InvoiceNumber}에 대해 {PaymentAmount}이(가) 입금되었습니다.{#AmountDue} 미결제 금액은 {AmountDue}입니다.{/AmountDue}{^AmountDue} 청구서가 모두 결제되었습니다.{/AmountDue}",
    },
    reminder: {
      subject: "청구서 {InvoiceNumber}의 지급 기한은 {DueDate}입니다",
      heading: "지급 기한이 다가옵니다",
      text: "{OrganizationName}의 청구서 {InvoiceNumber} 지급 기한은 {DueDate}입니다. 청구 금액은 {AmountDue}입니다. 이미 결제하셨다면 아무것도 하지 않으셔도 됩니다.",
    },
    overdue: {
      subject: "청구서 {InvoiceNumber}의 지급 기한이 지났습니다",
      heading: "지급 기한이 지났습니다",
      text: "{OrganizationName}의 청구서 {InvoiceNumber} 지급 기한은 {DueDate}이었으며 {AmountDue}이(가) 아직 결제되지 않았습니다. 가능한 한 빨리 결제해 주세요. 이미 결제하셨다면 아무것도 하지 않으셔도 됩니다.",
    },
    quote: {
      subject: "{OrganizationName} 견적서",
      heading: "견적서 안내",
      text: "{OrganizationName}에서 견적서를 준비했습니다. {ExpiryDate}까지 온라인에서 확인하고 승인하실 수 있습니다.",
    },
    activation: {
      subject: "{OrganizationName}와(과)의 계약이 시작되었습니다",
      heading: "준비가 완료되었습니다",
      text: "{OrganizationName}와(과)의 계약이 시작되었습니다. 믿고 맡겨 주셔서 감사합니다.",
    },
    webhook_disabled: {
      subject: "{OrganizationName}의 웹훅 엔드포인트가 꺼졌습니다",
      heading: "웹훅이 꺼졌습니다",
      text: "{WebhookUrl}(으)로 더 이상 아무것도 보내지 않습니다. {#WebhookGone}더 이상 존재하지 않는다고 응답했습니다.{/WebhookGone}{^WebhookGone}사흘 동안 전달할 수 없었습니다.{/WebhookGone} 대기 중인 알림은 보관되며, 엔드포인트를 다시 켜면 전송됩니다.",
    },
  },
};
