import { isJsonObject } from "../../shared/platform/json.ts";
import { getClientsDomains } from "../../workers/billing-whmcs/answers/domains.ts";
import { getInvoices } from "../../workers/billing-whmcs/answers/invoices.ts";
import type { Parameters } from "../../workers/billing-whmcs/bridge/ask-batch.ts";
import type { AnswerBody } from "../../workers/billing-whmcs/bridge/outcome.ts";
import type { Installation, Subject } from "./installation.ts";
import { scrubbed } from "./scrub.ts";

/** A recorded response of the addon, without personal data. */
export interface Sample {
  /** The name of the file without its extension, such as `GetInvoices.recorded`. */
  name: string;
  body: unknown;
}

export interface Capture {
  samples: Sample[];
  /** Observations about this WHMCS, and the result of each call: its time and size, or why it failed. */
  lines: string[];
  /** Whether at least one call succeeded. */
  isAnswered: boolean;
}

/** Records responses of a WHMCS installation. The calls are sequential, to put little load on the provider's system. */
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
    const clients = await this.#ask("GetClients");
    const [client] = rowsOf(clients);
    if (client) await this.#customer(Number(client.id));
  }

  /** Records the responses about one account. */
  async #customer(client: number): Promise<void> {
    const own = { client, user: null };
    await this.#ask("GetClientsDetails", {}, own);
    await this.#ask("GetClientsProducts", {}, own);
    this.#domains(await this.#ask(getClientsDomains.name, {}, own));
    await this.#ask("GetTickets", {}, own);
    const invoices = await this.#ask(getInvoices.name, {}, own);
    const [invoice] = rowsOf(invoices);
    if (invoice)
      this.#invoice(rowsOf(await this.#ask("GetInvoice", { invoiceid: String(invoice.id) }, own))[0] ?? null, invoice);
    await this.#ask("GetOrder", { id: 1 }, own);
    await this.#ask("GetOrders", {}, own);
    await this.#ask("GetEvents", { after: 0, limit: 25 }, own);
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
    const rows = rowsOf(answer);
    // Statuses that Frontdesk does not know are what this capture looks for. They are WHMCS's words, so they contain no
    // personal data.
    const statuses = new Set(rows.map(({ status }) => String(status).slice(0, 40)));
    this.lines.push(`Statuses of domains: ${[...statuses].join(", ") || "no domain"}.`);
    const names = rows.map(({ domainname }) => String(domainname));
    const encoded = names.filter((name) => name.includes("xn--")).length;
    const unicode = names.filter((name) => /[^\x20-\x7e]/.test(name)).length;
    this.lines.push(`Names with other letters: ${encoded} as A-labels, ${unicode} in Unicode.`);
  }

  /** Compares the open balance of an invoice in WHMCS's API with the one in its tables. */
  #invoice(answer: AnswerBody | null, { balance }: Record<string, unknown>): void {
    if (!answer) return;
    const isSame = cents(answer.balance) === cents(balance);
    this.lines.push(`Balance of an invoice: ${isSame ? "as WHMCS reports it" : "not as WHMCS reports it"}.`);
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

function rowsOf(answer: AnswerBody | null): Record<string, unknown>[] {
  return Array.isArray(answer?.rows) ? answer.rows.filter(isJsonObject) : [];
}

function shapeOf(value: unknown): string {
  return isJsonObject(value)
    ? `{${Object.entries(value)
        .map(([key, item]) => `${key}: ${typeof item}`)
        .join(", ")}}`
    : String(value === null ? null : typeof value);
}

function cents(amount: unknown): number {
  return Math.round(Number(amount) * 100);
}
