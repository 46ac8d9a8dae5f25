import type { AccountLinks } from "../../../../shared/billing-contract/description.ts";
import type { Terms } from "../../../../shared/billing-contract/result.ts";
import type { WriteRefusal } from "../../../../shared/ordering/refusals.ts";

export const TODAY = "2026-11-22";

/** Paths that differ from those of the embedded engine's client area. */
export const LINKS: AccountLinks = {
  home: "/home.php",
  service: "/service.php?id={id}",
  services: "/services.php",
  domain: "/domain.php?name={name}",
  domains: "/domains.php",
  invoice: "/invoice.php?id={id}",
  invoices: "/invoices.php",
  ticket: "/ticket.php?id={id}",
  tickets: "/tickets.php",
  payment_methods: "/cards.php",
  profile: "/profile.php",
  password: "/password.php",
};

export const TERMS: Terms = {
  version: "2026-09-01",
  title: { en: "Terms", fr: "Conditions" },
  url: "https://provider.example/terms",
  items: [],
};

export const ACCOUNT = { id: 7, name: "Studio", currency: "EUR" };

/**
 * Returns the codes of successive refusals while their reasons are removed one after another. The last code is
 * undefined if no reason is left.
 * @param repairs the changes that remove the reasons, in the expected order
 */
export function codesInTurn<State extends object>(
  broken: State,
  repairs: Partial<State>[],
  refuse: (state: State) => WriteRefusal | null,
): (string | undefined)[] {
  let state = broken;
  const codes = [refuse(state)?.code];
  for (const repair of repairs) {
    state = { ...state, ...repair };
    codes.push(refuse(state)?.code);
  }
  return codes;
}
