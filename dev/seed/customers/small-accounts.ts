import type { SeedCalendar } from "./calendar.ts";
import type { SeedAccount } from "./customer-types.ts";
import { domainPrices, planPrice } from "./price-list.ts";

/** The second account of the owner of Studio Ana. */
export function anaEurope({ day, at }: SeedCalendar): SeedAccount {
  return {
    id: 1002,
    name: "Ana Europe SARL",
    company: "Ana Europe SARL",
    email: "owner@maple.example",
    country: "FR",
    province: null,
    currency: "EUR",
    credit: 0,
    paymentMethodOnFile: true,
    businessNumber: "123456789",
    services: [
      {
        id: 2201,
        sold: { plan: "web-pro" },
        domain: "ana-europe.fr",
        status: "active",
        billingCycle: "annually",
        nextDueOn: day(48),
      },
      {
        id: 2202,
        sold: { plan: "email-start" },
        domain: "ana-europe.eu",
        status: "active",
        billingCycle: "monthly",
        nextDueOn: day(6),
      },
    ],
    domains: [
      {
        id: 4201,
        name: "ana-europe.fr",
        status: "active",
        registeredOn: day(48, -1),
        expiresOn: day(48),
        nextDueOn: day(48),
        autoRenew: true,
      },
      {
        id: 4202,
        name: "ana-europe.eu",
        status: "active",
        registeredOn: day(4, -1),
        expiresOn: day(4),
        nextDueOn: day(4),
        autoRenew: true,
      },
    ],
    invoices: [
      {
        id: 6201,
        status: "paid",
        issuedOn: day(-317),
        dueOn: day(-303),
        paidOn: day(-316),
        subtotal: planPrice("web-pro", "EUR", "annually"),
      },
      {
        id: 6202,
        status: "unpaid",
        issuedOn: day(-10),
        dueOn: day(4),
        subtotal: domainPrices("ana-europe.eu", "EUR").renew,
        order: { kind: "renew_domain", domain: 4202 },
      },
      {
        id: 6203,
        status: "unpaid",
        issuedOn: day(-8),
        dueOn: day(6),
        subtotal: planPrice("email-start", "EUR", "monthly"),
        order: { kind: "renew_service", service: 2202 },
      },
    ],
    tickets: [
      {
        id: 8201,
        subject: "Numéro de TVA sur les factures",
        department: "Billing",
        status: "answered",
        openedAt: at(-7, "08:05"),
        lastReplyAt: at(-6, "09:40"),
      },
    ],
  };
}

/** The account of the login with a second step. */
export function secondStep({ day, at }: SeedCalendar): SeedAccount {
  return {
    id: 1003,
    name: "Second Step LLC",
    company: "Second Step LLC",
    email: "totp@maple.example",
    country: "US",
    province: "OR",
    currency: "USD",
    credit: 0,
    paymentMethodOnFile: true,
    businessNumber: "12-3456789",
    services: [
      {
        id: 2301,
        sold: { plan: "vps-4" },
        domain: "second-step.com",
        status: "active",
        billingCycle: "monthly",
        nextDueOn: day(21),
      },
    ],
    domains: [
      {
        id: 4301,
        name: "second-step.com",
        status: "active",
        registeredOn: day(245, -1),
        expiresOn: day(245),
        nextDueOn: day(245),
        autoRenew: true,
      },
    ],
    invoices: [
      {
        id: 6301,
        status: "paid",
        issuedOn: day(-23),
        dueOn: day(-9),
        paidOn: day(-23),
        subtotal: planPrice("vps-4", "USD", "monthly"),
      },
    ],
    tickets: [
      {
        id: 8301,
        subject: "Which kernel do the VPS images have?",
        department: "Technical support",
        serviceId: 2301,
        status: "closed",
        openedAt: at(-100, "21:15"),
        lastReplyAt: at(-99, "07:58"),
      },
    ],
  };
}

/** The account without a payment method. */
export function noCard({ day }: SeedCalendar): SeedAccount {
  return {
    id: 1004,
    name: "No Card Ltd",
    company: "No Card Ltd",
    email: "nocard@maple.example",
    country: "CA",
    province: "ON",
    currency: "CAD",
    credit: 0,
    paymentMethodOnFile: false,
    businessNumber: "987654321RC0001",
    services: [
      {
        id: 2401,
        sold: { plan: "web-start" },
        domain: "no-card.ca",
        status: "active",
        billingCycle: "monthly",
        nextDueOn: day(11),
      },
    ],
    domains: [
      {
        id: 4401,
        name: "no-card.ca",
        status: "active",
        registeredOn: day(300, -1),
        expiresOn: day(300),
        nextDueOn: day(300),
      },
    ],
    invoices: [
      {
        id: 6401,
        status: "unpaid",
        issuedOn: day(-3),
        dueOn: day(11),
        subtotal: planPrice("web-start", "CAD", "monthly"),
        order: { kind: "renew_service", service: 2401 },
      },
    ],
    tickets: [],
  };
}
