import type { MailWords } from "./mail-words.ts";

export const he: MailWords = {
  greeting: ["שלום {ContactName},", "שלום,"],
  labels: {
    InvoiceNumber: "מספר חשבונית",
    InvoiceDate: "תאריך החשבונית",
    DueDate: "מועד לתשלום",
    BillingPeriod: "תקופת החיוב",
    PurchaseOrderNumber: "הזמנת רכש",
    Total: "סך הכול",
    AmountDue: "סכום לתשלום",
    AmountCredited: "סכום הזיכוי",
    ReceiptNumber: "מספר קבלה",
    PaymentDate: "תאריך התשלום",
    PaymentMethod: "אמצעי תשלום",
    PaymentAmount: "הסכום שהתקבל",
    QuoteNumber: "מספר הצעת מחיר",
    ContractName: "חוזה",
    ContractStart: "תחילת החוזה",
    ExpiryDate: "בתוקף עד",
  },
  attached: "החשבונית מצורפת כקובץ PDF.",
  receiptAttached: "הקבלה מצורפת כקובץ PDF.",
  openQuote: "לצפייה בהצעת המחיר",
  openInvoice: "לצפייה בחשבונית ולתשלום",
  linkWorksUntil: "הקישור בתוקף עד {LinkExpiryDate}.",
  scanToPay: "לתשלום בהעברה בנקאית, סרקו את הקוד באפליקציית הבנק.",
  questions: "יש לכם שאלות? פשוט השיבו להודעה זו.",
  kinds: {
    invoice: {
      subject: "חשבונית {InvoiceNumber} מאת {OrganizationName}",
      heading: "החשבונית שלכם",
      text: "מצורפת החשבונית {InvoiceNumber} מאת {OrganizationName}.{#AmountDue}{#DueDate} נא לשלם {AmountDue} עד {DueDate}.{/DueDate}{^DueDate} הסכום לתשלום הוא {AmountDue}.{/DueDate}{/AmountDue}{^AmountDue} אין צורך לשלם.{/AmountDue}",
    },
    receipt: {
      subject: "קבלה עבור חשבונית {InvoiceNumber} מאת {OrganizationName}",
      heading: "תודה על התשלום",
      text: "קיבלנו {PaymentAmount} עבור חשבונית {InvoiceNumber}.{#AmountDue} נותרו לתשלום {AmountDue}.{/AmountDue}{^AmountDue} החשבונית שולמה במלואה.{/AmountDue}",
    },
    reminder: {
      subject: "המועד לתשלום חשבונית {InvoiceNumber} הוא {DueDate}",
      heading: "מועד התשלום מתקרב",
      text: "זוהי תזכורת: המועד לתשלום חשבונית {InvoiceNumber} מאת {OrganizationName} הוא {DueDate}. הסכום לתשלום הוא {AmountDue}. אם כבר שילמתם, אין צורך לעשות דבר.",
    },
    overdue: {
      subject: "מועד התשלום של חשבונית {InvoiceNumber} חלף",
      heading: "תשלום באיחור",
      text: "המועד לתשלום חשבונית {InvoiceNumber} מאת {OrganizationName} היה {DueDate}, ועדיין לא שולמו {AmountDue}. נא לשלם בהקדם האפשרי. אם כבר שילמתם, אין צורך לעשות דבר.",
    },
    quote: {
      subject: "הצעת מחיר מאת {OrganizationName}",
      heading: "הצעת המחיר שלכם",
      text: "{OrganizationName} הכינה עבורכם הצעת מחיר. אפשר לקרוא ולאשר אותה באינטרנט עד {ExpiryDate}.",
    },
    activation: {
      subject: "החוזה שלכם עם {OrganizationName} נכנס לתוקף",
      heading: "הכול מוכן",
      text: "החוזה שלכם עם {OrganizationName} נכנס לתוקף. תודה על האמון.",
    },
    webhook_disabled: {
      subject: "כתובת לקבלת התראות של {OrganizationName} הושבתה",
      heading: "ההתראות הושבתו",
      text: "לא נשלח עוד דבר אל {WebhookUrl}: {#WebhookGone}הכתובת השיבה שאינה קיימת עוד.{/WebhookGone}{^WebhookGone}במשך שלושה ימים לא ניתן היה למסור אליה דבר.{/WebhookGone} מה שהמתין נשמר, ויישלח כשתופעל מחדש.",
    },
  },
};
