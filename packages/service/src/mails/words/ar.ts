import type { MailWords } from "./mail-words.ts";

export const ar: MailWords = {
  greeting: ["مرحبًا {ContactName}،", "مرحبًا،"],
  labels: {
    InvoiceNumber: "رقم الفاتورة",
    InvoiceDate: "تاريخ الفاتورة",
    DueDate: "تاريخ الاستحقاق",
    BillingPeriod: "فترة الفوترة",
    PurchaseOrderNumber: "أمر الشراء",
    Total: "الإجمالي",
    AmountDue: "المبلغ المستحق",
    AmountCredited: "المبلغ المقيد لكم",
    ReceiptNumber: "رقم الإيصال",
    PaymentDate: "تاريخ الدفع",
    PaymentMethod: "طريقة الدفع",
    PaymentAmount: "المبلغ المستلم",
    QuoteNumber: "رقم عرض السعر",
    ContractName: "العقد",
    ContractStart: "تاريخ البدء",
    ExpiryDate: "صالح حتى",
  },
  attached: "الفاتورة مرفقة بصيغة PDF.",
  receiptAttached: "الإيصال مرفق بصيغة PDF.",
  openQuote: "اطّلعوا على عرض السعر",
  openInvoice: "عرض الفاتورة ودفعها",
  linkWorksUntil: "الرابط صالح حتى {LinkExpiryDate}.",
  scanToPay: "للدفع بتحويل بنكي، امسحوا الرمز بتطبيق البنك.",
  questions: "هل لديكم أسئلة؟ يكفي الرد على هذه الرسالة.",
  kinds: {
    invoice: {
      subject: "الفاتورة {InvoiceNumber} من {OrganizationName}",
      heading: "فاتورتكم",
      text: "إليكم الفاتورة {InvoiceNumber} من {OrganizationName}.{#AmountDue}{#DueDate} يُرجى دفع {AmountDue} في موعد أقصاه {DueDate}.{/DueDate}{^DueDate} المبلغ المستحق {AmountDue}.{/DueDate}{/AmountDue}{^AmountDue} لا يلزم دفع أي شيء.{/AmountDue}",
    },
    receipt: {
      subject: "إيصال الفاتورة {InvoiceNumber} من {OrganizationName}",
      heading: "شكرًا على الدفع",
      text: "استلمنا {PaymentAmount} عن الفاتورة {InvoiceNumber}.{#AmountDue} لا يزال {AmountDue} مستحقًا.{/AmountDue}{^AmountDue} سُددت الفاتورة بالكامل.{/AmountDue}",
    },
    reminder: {
      subject: "الفاتورة {InvoiceNumber} تستحق في {DueDate}",
      heading: "اقترب موعد الدفع",
      text: "نود تذكيركم بأن الفاتورة {InvoiceNumber} من {OrganizationName} تستحق في {DueDate}. المبلغ المستحق {AmountDue}. إذا كنتم قد دفعتموها فلا يلزم أي إجراء.",
    },
    overdue: {
      subject: "الفاتورة {InvoiceNumber} متأخرة السداد",
      heading: "دفعة متأخرة",
      text: "كانت الفاتورة {InvoiceNumber} من {OrganizationName} مستحقة في {DueDate}، ولم يُدفع منها {AmountDue} بعد. يُرجى الدفع في أقرب وقت ممكن. إذا كنتم قد دفعتموها فلا يلزم أي إجراء.",
    },
    quote: {
      subject: "عرض سعر من {OrganizationName}",
      heading: "عرض السعر",
      text: "أعدّت {OrganizationName} عرض سعر لكم. يمكنكم قراءته وقبوله عبر الإنترنت حتى {ExpiryDate}.",
    },
    activation: {
      subject: "عقدكم مع {OrganizationName} أصبح ساريًا",
      heading: "كل شيء جاهز",
      text: "أصبح عقدكم مع {OrganizationName} ساريًا. شكرًا على ثقتكم.",
    },
    webhook_disabled: {
      subject: "أُوقفت نقطة استقبال إشعارات لدى {OrganizationName}",
      heading: "أُوقفت الإشعارات الآلية",
      text: "لم يعد يُرسل أي شيء إلى {WebhookUrl}: {#WebhookGone}أجاب العنوان بأنه لم يعد موجودًا.{/WebhookGone}{^WebhookGone}تعذر التسليم إليه طوال ثلاثة أيام.{/WebhookGone} ما كان في الانتظار محفوظ، وسيُرسل عند إعادة التشغيل.",
    },
  },
};
