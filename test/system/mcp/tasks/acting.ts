import type { CustomerTask } from "./customer-task.ts";

/** Tasks in which an assistant changes something for a customer. Each task can run only once. */
export const ACTING: CustomerTask[] = [
  {
    name: "a domain about to be lost",
    en: "Which of my names will I lose if I do nothing? Make sure that I keep ana.dev.",
    fr: "Lesquels de mes noms vais-je perdre si je ne fais rien ? Assure-toi que je garde ana.dev.",
    calls: [["list_my_domains"], ["set_domain_auto_renew", { domain: "ana.dev", auto_renew: true }]],
    budget: { calls: 2, bytes: 2_500 },
    says: {
      "/0/domains/0/auto_renew": false,
      "/0/domains/0/expires_on": /^\d{4}-\d\d-\d\d$/,
      "/0/domains/0/renewal_price": 21.99,
      "/1/note": /^Invoiced automatically: an invoice for the renewal is made before/,
    },
    promised: ["whether it renews automatically", "On: each renewal is invoiced before the name expires"],
    end: { "/account/domains?domain=ana.dev": { "/domains/0/auto_renew": true } },
  },
  {
    name: "a cheap name for two years",
    en: "Find a free name for free-atelier-nord under 20 dollars and order it for two years. I accept the terms.",
    fr: "Trouve un nom libre pour free-atelier-nord à moins de 20 dollars et commande-le pour deux ans. J’accepte les conditions.",
    calls: [
      ["search_domains", { name: "free-atelier-nord", tld: ["quebec", "com"] }],
      ["quote_domain_order", { domain: "$/0/results/1/domain", years: 2 }],
      [
        "order_domain",
        {
          ...{ domain: "$/0/results/1/domain", years: 2, accept_terms: "$/1/terms/version" },
          ...{ expected_price: "$/1/price/amount", idempotency_key: "$key" },
        },
      ],
    ],
    budget: { calls: 3, bytes: 2_800 },
    says: {
      "/0/results/0/register": 34.99,
      "/0/results/1/register": 17.99,
      "/0/results/1/status": "available",
      "/0/currency": "CAD",
      "/1/price/amount": 39.98,
      "/2/invoice/subtotal": "$/1/price/amount",
      "/2/terms_version": "$/1/terms/version",
      "/2/action_required/url": "$/2/invoice/view_url",
      "/2/next": /The name is registered once that is done/,
    },
    promised: [
      "`price.amount` is for all `years`",
      "`expected_price` to its `price.amount`",
      "which only the customer can pay, at `action_required.url`",
      "the name is registered once it is paid",
    ],
    isPaid: true,
    end: {
      "/account/domains?domain=free-atelier-nord.com": { "/domains/0/status": "active" },
      "/account/orders?limit=1": { "/orders/0/order_id": "$/2/order_id", "/orders/0/status": "completed" },
    },
  },
  {
    name: "a domain from another registrar",
    en: "Bring taken-atelier-nord.com here from my old registrar; its code is code-of-taken-atelier-nord.com. I accept the price and the terms.",
    fr: "Amène taken-atelier-nord.com ici depuis mon ancien bureau d’enregistrement ; son code est code-of-taken-atelier-nord.com. J’accepte le prix et les conditions.",
    calls: [
      ["quote_domain_order", { domain: "taken-atelier-nord.com", type: "transfer" }],
      [
        "order_domain",
        {
          ...{ domain: "taken-atelier-nord.com", type: "transfer", auth_code: "code-of-taken-atelier-nord.com" },
          ...{ accept_terms: "$/0/terms/version", expected_price: "$/0/price/amount", idempotency_key: "$key" },
        },
      ],
    ],
    budget: { calls: 2, bytes: 1_800 },
    says: { "/0/price/amount": 17.99, "/1/invoice/subtotal": 17.99, "/1/action_required/type": "pay_invoice" },
    promised: ["the transfer of one that the customer has elsewhere"],
    isPaid: true,
    end: { "/account/domains?domain=taken-atelier-nord.com": { "/domains/0/status": "active" } },
  },
  {
    name: "two more years",
    en: "Renew studio-ana.ca for two years, please; 37.98 dollars is fine.",
    fr: "Renouvelle studio-ana.ca pour deux ans, s’il te plaît ; 37,98 dollars, c’est d’accord.",
    calls: [
      ["list_my_domains", { domain: "studio-ana.ca" }],
      ["renew_domain", { domain: "studio-ana.ca", years: 2, expected_price: 37.98, idempotency_key: "$key" }],
    ],
    budget: { calls: 2, bytes: 1_250 },
    says: {
      "/0/domains/0/renewal_price": 18.99,
      "/0/domains/0/renewal_years": 1,
      "/1/invoice/subtotal": 37.98,
      "/1/action_required/type": "pay_invoice",
    },
    promised: ["`renewal_price` of list_my_domains × `years` ÷ `renewal_years`"],
    end: {
      "/account/orders?limit=1": {
        "/orders/0/order_id": "$/1/order_id",
        "/orders/0/status": "awaiting_payment",
        "/orders/0/invoice": "$/1/invoice",
      },
    },
  },
  {
    name: "outgrown hosting",
    en: "The site at studio-ana.ca is too slow for our visitors now. Take the next bigger plan, I accept what it costs.",
    fr: "Le site studio-ana.ca est devenu trop lent pour nos visiteurs. Prends le forfait au-dessus, j’accepte ce qu’il coûte.",
    calls: [
      ["list_my_services", { domain: "studio-ana.ca" }],
      ["list_plans", { line: "$/0/services/0/line" }],
      ["quote_plan_change", { id: "$/0/services/0/id", plan: "$/1/plans/2/id" }],
      [
        "change_plan",
        {
          ...{ id: "$/0/services/0/id", plan: "$/1/plans/2/id" },
          ...{ expected_price: "$/2/due_now/amount", idempotency_key: "$key" },
        },
      ],
    ],
    budget: { calls: 4, bytes: 7_500 },
    says: {
      "/0/services/0/plan_id": "$/1/plans/1/id",
      "/2/allowed": true,
      "/2/renewal/amount": "$/1/plans/2/prices/1/amount",
      "/3/invoice/subtotal": "$/2/due_now/amount",
      "/3/next": /The plan changes once that is done/,
    },
    promised: [
      "`allowed: false` comes with",
      "`due_now.amount` is the `expected_price` of change_plan",
      "each `renewal`",
      "the plan changes once it is paid",
    ],
    isPaid: true,
    end: { "/account/services?domain=studio-ana.ca": { "/services/0/plan_id": "$/1/plans/2/id" } },
  },
  {
    name: "mailboxes for a name",
    en: "Order the E-mail Start plan for studio-ana.ca, paid by the year. The price and the terms are fine.",
    fr: "Commande le forfait de courriel Start pour studio-ana.ca, payé à l’année. Le prix et les conditions me conviennent.",
    calls: [
      ["quote_plan_order", { plan: "email-start", billing_cycle: "annually", domain: "studio-ana.ca" }],
      [
        "order_plan",
        {
          ...{ plan: "email-start", billing_cycle: "annually", domain: "studio-ana.ca" },
          ...{ accept_terms: "$/0/terms/version", expected_price: "$/0/first_payment/amount", idempotency_key: "$key" },
        },
      ],
    ],
    budget: { calls: 2, bytes: 1_700 },
    says: {
      "/0/first_payment/currency": "CAD",
      "/0/first_payment/amount": 33.52,
      "/0/discount/amount": 14.36,
      "/0/renewal/amount": 47.88,
      "/1/invoice/subtotal": "$/0/first_payment/amount",
      "/1/next": /set up once/,
    },
    promised: [
      "`first_payment` with set-up fee and discount, and each `renewal`, in their `currency`, without taxes",
      "`expected_price` to its `first_payment.amount`",
      "the plan is set up once it is paid",
    ],
    isPaid: true,
    end: { "/account/orders?limit=1": { "/orders/0/order_id": "$/1/order_id", "/orders/0/status": "completed" } },
  },
  {
    name: "a shop that closes",
    en: "Cancel the shop at shop.studio-ana.ca when its month is over. I know that its files are deleted.",
    fr: "Résilie la boutique shop.studio-ana.ca à la fin de son mois. Je sais que ses fichiers seront supprimés.",
    calls: [
      ["list_my_services", { domain: "shop.studio-ana.ca" }],
      ["cancel_service", { id: "$/0/services/0/id", when: "end_of_period" }],
      [
        "cancel_service",
        { id: "$/0/services/0/id", when: "end_of_period", confirm: "$/1/confirm", idempotency_key: "$key" },
      ],
    ],
    budget: { calls: 3, bytes: 2_500 },
    says: {
      "/1/done": false,
      "/1/consequences": /files, databases, mail/,
      "/2/effective_on": "$/0/services/0/next_due_date",
      "/2/done": true,
    },
    promised: [
      "Without `confirm` nothing is cancelled",
      "the day the service would end, what the customer loses",
      "With it the service is cancelled",
    ],
    end: {
      "/account/services?domain=shop.studio-ana.ca": {
        "/services/0/status": "active",
        "/services/0/cancellation/effective_on": "$/2/effective_on",
      },
    },
  },
  {
    name: "transferring a domain away",
    en: "I want to move ana.dev to another registrar. Yes, ana.dev. Please prepare it and give me the code.",
    fr: "Je veux transférer ana.dev chez un autre bureau d’enregistrement. Oui, ana.dev. Prépare-le et donne-moi le code.",
    calls: [
      ["get_domain_registrar_settings", { domain: "ana.dev" }],
      ["transfer_domain_out", { domain: "ana.dev", confirm_domain: "ana.dev", idempotency_key: "$key" }],
    ],
    budget: { calls: 2, bytes: 570 },
    says: { "/0/eligible_for_transfer": true, "/1/unlocked": true, "/1/code_sent_to": /^o•••@maple\.example$/ },
    promised: ["whether it may be transferred away now", "e-mailed to the account's owner", "no answer has the code"],
    absent: "auth_code",
    end: { "/account/domains/ana.dev/registrar": { "/locked": false } },
  },
  {
    name: "a site that moves",
    en: "Our new agency hosts atelier-ana-montréal.ca at ns1.agency.example and ns2.agency.example. Point it there, and nobody may take the name away.",
    fr: "Notre nouvelle agence héberge atelier-ana-montréal.ca sur ns1.agency.example et ns2.agency.example. Dirige-le là-bas, et que personne ne puisse emporter le nom.",
    calls: [
      ["get_domain_registrar_settings", { domain: "atelier-ana-montréal.ca" }],
      [
        "set_domain_nameservers",
        { domain: "atelier-ana-montréal.ca", nameservers: ["ns1.agency.example", "ns2.agency.example"] },
      ],
      ["set_domain_lock", { domain: "atelier-ana-montréal.ca", locked: true }],
    ],
    budget: { calls: 3, bytes: 850 },
    says: {
      "/0/nameservers/0": "ns1.dns.example",
      "/0/lock_supported": true,
      "/1/note": /owner gets an e-mail/,
      "/2/note": /^The name was locked already/,
    },
    promised: [
      "which nameservers it has",
      "replace all current ones",
      "owner gets an e-mail about a change",
      "repeating the current setting changes nothing",
      "`lock_supported` of get_domain_registrar_settings",
    ],
    end: {
      "/account/domains/xn--atelier-ana-montral-rzb.ca/registrar": {
        "/nameservers": ["ns1.agency.example", "ns2.agency.example"],
        "/locked": true,
      },
    },
  },
  {
    name: "a domain on another server",
    en: "Send www.studio-ana.ca to the server 192.0.2.200 of our designer.",
    fr: "Envoie www.studio-ana.ca vers le serveur 192.0.2.200 de notre graphiste.",
    calls: [
      ["list_my_services", { domain: "studio-ana.ca" }],
      ["get_dns_zone", { id: "$/0/services/0/id", zone: "studio-ana.ca" }],
      [
        "change_dns_records",
        {
          ...{ id: "$/0/services/0/id", zone: "studio-ana.ca", revision: "$/1/revision" },
          remove: [{ name: "www.studio-ana.ca", type: "CNAME", ttl: 14_400, data: ["studio-ana.ca"] }],
          add: [{ name: "www.studio-ana.ca", type: "A", ttl: 14_400, data: ["192.0.2.200"] }],
        },
      ],
    ],
    budget: { calls: 3, bytes: 2_900 },
    says: {
      "/1/records": /"www\.studio-ana\.ca","type":"CNAME","ttl":14400,"data":\["studio-ana\.ca"\]/,
      "/2/note": /e-mail/,
    },
    promised: ["`revision` is that of get_dns_zone", "The account's owner gets an e-mail about each change"],
    end: {
      "/account/services/2101/dns-zones/studio-ana.ca": {
        "/records": /"www\.studio-ana\.ca","type":"A","ttl":14400,"data":\["192\.0\.2\.200"\]/,
      },
    },
  },
];
