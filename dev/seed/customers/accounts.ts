import { bigPortfolio } from "./big-portfolio.ts";
import type { SeedCalendar } from "./calendar.ts";
import type { SeedAccount } from "./customer-types.ts";
import { domainRenewal, planTerm } from "./price-list.ts";
import { recordsOn } from "./records.ts";
import { studioAna } from "./studio-ana.ts";

/** Returns every customer's account with its services, domains, invoices and tickets. */
export function accountsOn(calendar: SeedCalendar): SeedAccount[] {
  return [studioAna, anaEurope, secondStep, noCard, bigPortfolio].map((account) => account(calendar));
}

/** Returns the second account of Studio Ana's owner. */
function anaEurope(calendar: SeedCalendar): SeedAccount {
  const { service, domain, invoice, ticket } = recordsOn(calendar);
  return {
    id: 1002,
    name: "Ana Europe SARL",
    email: "owner@maple.example",
    country: "FR",
    province: null,
    currency: "EUR",
    credit: 0,
    hasCard: true,
    businessNumber: "123456789",
    contact: {
      ...{ firstName: "Ana", lastName: "Maple", street: ["12 rue de l’Exemple"] },
      ...{ city: "Paris", postalCode: "75001", phone: "+33199000001" },
    },
    services: [
      service(2201, "web-pro", "annually", "active", { domain: "ana-europe.fr", due: 48 }),
      service(2202, "email-start", "monthly", "active", { domain: "ana-europe.eu", due: 6 }),
    ],
    domains: [
      domain(4201, "ana-europe.fr", "active", { expires: 48, years: 1, autoRenew: true }),
      domain(4202, "ana-europe.eu", "active", { expires: 4, years: 1, autoRenew: true }),
    ],
    invoices: [
      invoice(6201, "paid", -317, planTerm("web-pro", "EUR", "annually", "ana-europe.fr"), { paid: -316 }),
      invoice(6202, "unpaid", -10, domainRenewal("ana-europe.eu", "EUR"), {
        order: { kind: "renew_domain", domain: 4202 },
      }),
      invoice(6203, "unpaid", -8, planTerm("email-start", "EUR", "monthly", "ana-europe.eu"), {
        order: { kind: "renew_service", service: 2202 },
      }),
    ],
    tickets: [ticket(8201, "Numéro de TVA sur les factures", "Billing", "answered", [-7, "08:05"], [-6, "09:40"])],
  };
}

/** Returns the account for the login with a second step. */
function secondStep(calendar: SeedCalendar): SeedAccount {
  const { service, domain, invoice, ticket } = recordsOn(calendar);
  return {
    id: 1003,
    name: "Second Step LLC",
    email: "totp@maple.example",
    country: "US",
    province: "OR",
    currency: "USD",
    credit: 0,
    hasCard: true,
    businessNumber: "12-3456789",
    contact: {
      ...{ firstName: "Second", lastName: "Step", street: ["30 Sample Avenue"] },
      ...{ city: "Portland", postalCode: "97201", phone: "+15035550103" },
    },
    services: [service(2301, "vps-4", "monthly", "active", { domain: "second-step.com", due: 21 })],
    domains: [domain(4301, "second-step.com", "active", { expires: 245, years: 1, autoRenew: true })],
    invoices: [invoice(6301, "paid", -23, planTerm("vps-4", "USD", "monthly", "second-step.com"), { paid: -23 })],
    tickets: [
      ticket(
        8301,
        "Which kernel do the VPS images have?",
        "Technical support",
        "closed",
        [-100, "21:15"],
        [-99, "07:58"],
        { serviceId: 2301 },
      ),
    ],
  };
}

/** Returns the account without a payment method. */
function noCard(calendar: SeedCalendar): SeedAccount {
  const { service, domain, invoice } = recordsOn(calendar);
  return {
    id: 1004,
    name: "No Card Ltd",
    email: "nocard@maple.example",
    country: "CA",
    province: "ON",
    currency: "CAD",
    credit: 0,
    hasCard: false,
    businessNumber: "987654321RC0001",
    contact: {
      ...{ firstName: "No", lastName: "Card", street: ["4 Test Road"] },
      ...{ city: "Toronto", postalCode: "M5H 2N2", phone: "+14165550104" },
    },
    services: [service(2401, "web-start", "monthly", "active", { domain: "no-card.ca", due: 11 })],
    domains: [domain(4401, "no-card.ca", "active", { expires: 300, years: 1 })],
    invoices: [
      invoice(6401, "unpaid", -3, planTerm("web-start", "CAD", "monthly", "no-card.ca"), {
        order: { kind: "renew_service", service: 2401 },
      }),
    ],
    tickets: [],
  };
}
