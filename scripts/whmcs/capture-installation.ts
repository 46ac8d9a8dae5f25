import { isJsonObject } from "../../shared/platform/json.ts";
import { getClientsDomains } from "../../workers/billing-whmcs/answers/domains.ts";
import { getInvoices } from "../../workers/billing-whmcs/answers/invoices.ts";
import { asList } from "../../workers/billing-whmcs/answers/lists.ts";
import type { Parameters } from "../../workers/billing-whmcs/bridge/ask-batch.ts";
import type { AnswerBody } from "../../workers/billing-whmcs/bridge/outcome.ts";
import type { Installation, Subject } from "./installation.ts";
import { scrubbed } from "./scrub.ts";

/** A recorded answer, without anything of anybody. */
export interface Sample {
  /** Such as `GetInvoices.recorded`. */
  name: string;
  body: unknown;
}

export interface Capture {
  samples: Sample[];
  /** What can be said of open questions, and of each call's time and size. */
  lines: string[];
  /** Whether any call was answered. */
  isAnswered: boolean;
}

/** One after another: nothing else of the provider's should feel it. */
export async function captureInstallation(whmcs: Installation): Promise<Capture> {
  const capture = new InstallationCapture(whmcs);
  await capture.run();
  return capture;
}

class InstallationCapture implements Capture {
  readonly samples: Sample[] = [];
  readonly lines: string[] = [];
  isAnswered = false;
  readonly #whmcs: Installation;

  constructor(whmcs: Installation) {
    this.#whmcs = whmcs;
  }

  async run(): Promise<void> {
    for (const action of ["GetPaymentMethods", "GetProducts", "GetPromotions"]) {
      await this.#ask(action);
    }
    this.#pricing(await this.#ask("GetTLDPricing"));
    const clients = await this.#ask("GetClients", { limitnum: 25 });
    const [client] = clients ? rowsOf(clients, "clients", "client", "email") : [];
    if (client) await this.#customer(Number(client.id));
  }

  /** The answers about one account. */
  async #customer(client: number): Promise<void> {
    const own = { client, user: null };
    await this.#ask("GetClientsDetails", {}, own);
    await this.#ask("GetClientsProducts", { limitnum: 25 }, own);
    this.#domains(await this.#ask(getClientsDomains.name, { limitnum: 250 }, own));
    await this.#ask("GetTickets", { ignore_dept_assignments: true, limitnum: 25 }, own);
    const invoices = await this.#ask(getInvoices.name, { limitnum: 250, orderby: "id", order: "asc" }, own);
    this.#invoices(invoices);
    const [invoice] = invoices ? rowsOf(invoices, "invoices", "invoice", "duedate") : [];
    if (invoice) await this.#ask("GetInvoice", { invoiceid: String(invoice.id) }, own);
    await this.#ask("GetOrders", { limitnum: 25 }, own);
  }

  #pricing(answer: AnswerBody | null): void {
    const pricing = isJsonObject(answer?.pricing) ? Object.values(answer.pricing).filter(isJsonObject) : [];
    const shapes = new Set(
      pricing.flatMap(({ redemption_period: redemption, grace_period: grace }) => [
        shapeOf(redemption),
        shapeOf(grace),
      ]),
    );
    this.lines.push(`Periods of extensions: ${[...shapes].join("; ") || "no extension"}.`);
  }

  #domains(answer: AnswerBody | null): void {
    const rows = answer ? rowsOf(answer, "domains", "domain", "domainname") : [];
    // A word that is not known is what is looked for: it is WHMCS's, and no person's.
    const statuses = new Set(rows.map(({ status }) => String(status).slice(0, 40)));
    this.lines.push(`Statuses of domains: ${[...statuses].join(", ") || "no domain"}.`);
    const names = rows.map(({ domainname }) => String(domainname));
    const encoded = names.filter((name) => name.includes("xn--")).length;
    const unicode = names.filter((name) => /[^\x20-\x7e]/.test(name)).length;
    this.lines.push(`Names with other letters: ${encoded} as A-labels, ${unicode} in Unicode.`);
  }

  #invoices(answer: AnswerBody | null): void {
    const rows = answer ? rowsOf(answer, "invoices", "invoice", "duedate") : [];
    const credited = rows.filter(({ credit }) => Number(credit) > 0);
    const after = credited.filter(
      (row) => cents(row, "total") === cents(row, "subtotal", "tax", "tax2") - cents(row, "credit"),
    );
    this.lines.push(
      `Total after credit: ${after.length} of ${credited.length} invoices with credit have it taken off.`,
    );
  }

  async #ask(action: string, parameters: Parameters = {}, subject?: Subject): Promise<AnswerBody | null> {
    const started = performance.now();
    const asked = await this.#whmcs.ask(action, parameters, subject);
    const tookMs = Math.round(performance.now() - started);
    if (asked.kind !== "ok") {
      this.lines.push(`${action}: ${asked.kind.replace("_", " ")}.`);
      return null;
    }
    this.isAnswered = true;
    const kib = (JSON.stringify(asked.body).length / 1024).toFixed(1);
    this.lines.push(`${action}: ${tookMs} ms, ${kib} KiB.`);
    this.samples.push({ name: `${action}.recorded`, body: scrubbed(asked.body) });
    return asked.body;
  }
}

function rowsOf(answer: AnswerBody, container: string, item: string, rowMember: string): Record<string, unknown>[] {
  return (asList(answer, container, item, (value) => rowMember in value) ?? []).filter(isJsonObject);
}

function shapeOf(value: unknown): string {
  return isJsonObject(value)
    ? `{${Object.entries(value)
        .map(([key, item]) => `${key}: ${typeof item}`)
        .join(", ")}}`
    : String(value === null ? null : typeof value);
}

function cents(row: Record<string, unknown>, ...members: string[]): number {
  return members.reduce((sum, member) => sum + Math.round(Number(row[member] ?? 0) * 100), 0);
}
