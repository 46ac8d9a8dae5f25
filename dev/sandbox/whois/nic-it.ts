import type { DomainRecord } from "../registrations.ts";
import { fields, REGISTRANT, REGISTRAR_URL, type WhoisDialect } from "./dialect.ts";

const WIDTH = 20;
const RULE = "*".repeat(69);
const HEADER = `\n${RULE}\n* Please note that the following result could be a subgroup of      *\n* the data contained in the database (sandbox).                     *\n${RULE}\n\n`;

/** `2026-11-20 09:30:00` */
function timestamp(date: Date): string {
  return date.toISOString().slice(0, 19).replace("T", " ");
}

function statusOf({ inRedemption, statuses }: DomainRecord): string {
  if (inRedemption) return "pendingDelete / redemptionPeriod";
  return statuses.join(" / ");
}

function record(domain: DomainRecord): string {
  const top = fields(
    [
      ["Domain", domain.name],
      ["Status", statusOf(domain)],
      ["Signed", "no"],
      ["Created", timestamp(domain.created)],
      ["Last Update", timestamp(domain.updated)],
      ["Expire Date", domain.expires.toISOString().slice(0, 10)],
    ],
    WIDTH,
  );
  const section = (heading: string, lines: readonly string[]) =>
    `${heading}\n${lines.map((line) => `  ${line}`).join("\n")}`;
  return [
    top,
    section("Registrant", [`Organization:     ${REGISTRANT}`]),
    section("Registrar", [
      `Organization:     ${domain.registrar}`,
      "Name:             SANDBOX-REG",
      `Web:              ${REGISTRAR_URL}`,
    ]),
    ...(domain.nameServers.length === 0 ? [] : [section("Nameservers", domain.nameServers)]),
  ].join("\n\n");
}

const bare = (name: string, status: string) =>
  `${fields(
    [
      ["Domain", name],
      ["Status", status],
    ],
    WIDTH,
  )}\n\n`;

/** .it: a bare status, or a boxed notice and a record in sections. */
export const NIC_IT: WhoisDialect = {
  registered: (domain) => `${HEADER}${record(domain)}\n\n`,
  available: (name) => bare(name, "AVAILABLE"),
  reserved: (name) => bare(name, "RESERVED"),
  throttled: () => "Denied: the query limit for this address has been exceeded\n",
};
