import { parseDomainName } from "../../../../shared/availability/parse-domain.ts";
import type { Reach } from "../../../../shared/billing-customer.ts";

/** Reads a form's `limit`: `all`, `service:<id>` or `domain:<name>`; null for anything else. */
export function readReach(value: string): Reach | null {
  if (value === "all") return { kind: "account" };
  const service = /^service:([1-9]\d{0,14})$/.exec(value)?.[1];
  if (service) return { kind: "service", id: Number(service) };
  if (!value.startsWith("domain:")) return null;
  const name = parseDomainName(value.slice("domain:".length));
  return "ascii" in name ? { kind: "domain", name: name.ascii } : null;
}

/** What the form sends for a reach. */
export function writeReach(reach: Reach): string {
  switch (reach.kind) {
    case "account":
      return "all";
    case "service":
      return `service:${reach.id}`;
    case "domain":
      return `domain:${reach.name}`;
  }
}
