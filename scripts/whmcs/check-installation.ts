import * as z from "zod";
import { CURRENCIES } from "../../shared/platform/money.ts";
import { permissionsIn } from "../../workers/billing-whmcs/access/permissions.ts";
import type { ListAction, ReadAction } from "../../workers/billing-whmcs/api/action.ts";
import { getCancelledPackages } from "../../workers/billing-whmcs/api/actions/get-cancelled-packages.ts";
import { getClientsDetails } from "../../workers/billing-whmcs/api/actions/get-clients-details.ts";
import { getClientsDomains } from "../../workers/billing-whmcs/api/actions/get-clients-domains.ts";
import { getClientsProducts } from "../../workers/billing-whmcs/api/actions/get-clients-products.ts";
import { getInvoice, getInvoices } from "../../workers/billing-whmcs/api/actions/get-invoices.ts";
import { getProducts, type ProductPrices } from "../../workers/billing-whmcs/api/actions/get-products.ts";
import { getSupportDepartments, getTickets } from "../../workers/billing-whmcs/api/actions/get-tickets.ts";
import { type ExtensionPricing, getTldPricing } from "../../workers/billing-whmcs/api/actions/get-tld-pricing.ts";
import { getClients, getUserPermissions, getUsers } from "../../workers/billing-whmcs/api/actions/get-users.ts";
import {
  getAdminDetails,
  getConfigurationValue,
  getCurrencies,
  getPromotions,
  whmcsDetails,
} from "../../workers/billing-whmcs/api/actions/provider.ts";
import type { Parameters } from "../../workers/billing-whmcs/api/form.ts";
import { asList } from "../../workers/billing-whmcs/api/lists.ts";
import { AddonStatus } from "../../workers/billing-whmcs/bridge/addon-use.ts";
import { Bridge, directHost } from "../../workers/billing-whmcs/bridge/bridge.ts";
import { taxInPrices } from "../../workers/billing-whmcs/catalogue/included-tax.ts";
import type { WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";
import type { WhmcsSecrets } from "../secrets-file.ts";
import {
  BY_OPEN_ID,
  clockFinding,
  type Finding,
  NOBODY_SIGNS_IN,
  ok,
  orderFinding,
  PROBE,
  reachedFinding,
  refusalFinding,
  stop,
  versionFinding,
  warn,
} from "./findings.ts";
import { type Asked, type AskedRows, Installation } from "./installation.ts";
import { currencyFinding, taxFinding, unreadPricesFinding } from "./price-findings.ts";

/** Asks an installation everything that the Worker will ask it. Changes nothing there, and names no customer. */
export async function checkInstallation(
  texts: WhmcsSettingTexts,
  secrets: WhmcsSecrets,
  reachedAt?: string,
): Promise<Finding[]> {
  const missing = (["WHMCS_IDENTIFIER", "WHMCS_SECRET"] as const).filter((name) => !secrets[name]);
  if (missing.length > 0) {
    return [stop(`${missing.join(" and ")} not set: put them into provider.secrets.env or into the environment.`)];
  }
  const check = new InstallationCheck(texts, new Installation(texts, secrets, reachedAt), secrets);
  return check.run();
}

class InstallationCheck {
  readonly #texts: WhmcsSettingTexts;
  readonly #whmcs: Installation;
  readonly #secrets: WhmcsSecrets;
  readonly #findings: Finding[] = [];
  readonly #notAllowed: string[] = [];

  constructor(texts: WhmcsSettingTexts, whmcs: Installation, secrets: WhmcsSecrets) {
    this.#texts = texts;
    this.#whmcs = whmcs;
    this.#secrets = secrets;
  }

  async run(): Promise<Finding[]> {
    const admitted = await this.#admission();
    // Where nothing answers, the other questions would say so again.
    if (admitted === "no_answer") return this.#findings;
    if (admitted === "admitted") {
      await this.#versionAndClock();
      await this.#prices();
      await this.#customers();
      await this.#gateways();
      this.#role();
    }
    await this.#signIn();
    return this.#findings;
  }

  #say(...findings: Finding[]): void {
    this.#findings.push(...findings);
  }

  /** What keeps every call from being answered is said once. */
  async #admission(): Promise<"admitted" | "refused" | "no_answer"> {
    const asked = await this.#whmcs.ask(whmcsDetails.name, {});
    switch (asked.kind) {
      case "not_admitted":
        this.#say(
          stop(`The API refuses this caller: ${asked.text}.\n      ${refusalFinding(asked.text, this.#secrets)}`),
        );
        return "refused";
      case "no_answer":
        this.#say(stop(`No answer from ${this.#whmcs.base} (${asked.text}).\n      ${reachedFinding(asked.text)}`));
        return "no_answer";
      default:
        return "admitted";
    }
  }

  async #versionAndClock(): Promise<void> {
    const asked = Date.now();
    const admin = await this.#read(getAdminDetails, {});
    const now = (asked + Date.now()) / 2;
    const details = await this.#whmcs.read(whmcsDetails, {});
    const told = admin?.version ?? null;
    // Some roles lack this one alone.
    const isSpared = details.kind === "not_allowed" && told !== null;
    if (isSpared) this.#say(warn("The API role lacks WhmcsDetails: GetAdminDetails is asked in its place."));
    this.#say(versionFinding((isSpared ? null : this.#judged(whmcsDetails.name, details)) ?? told));
    if (!admin) return;
    this.#say(ok(`The credential is administrator ${admin.adminId}'s; it should be used for nothing else.`));
    this.#say(clockFinding(admin.requestTime, this.#texts.TIME_ZONE || "UTC", now));
  }

  async #prices(): Promise<void> {
    await this.#tax();
    const currencies = await this.#rows(getCurrencies, {});
    const products = await this.#rows(getProducts, {});
    await this.#rows(getPromotions, {});
    const known = currencies?.rows.filter(({ code }) => CURRENCIES.some((sold) => sold === code)) ?? [];
    const extensions = new Map<string, ExtensionPricing[]>();
    for (const { id, code } of known) {
      const pricing = await this.#read(getTldPricing, { currencyid: id });
      if (pricing) extensions.set(code, pricing);
    }
    // The role is asked for what it allows, whether or not there is a currency.
    if (known.length === 0) await this.#read(getTldPricing, {});
    if (currencies && products) this.#say(currencyFinding(products.rows, extensions));
    if (products) this.#products(products.rows);
    const [some] = extensions.values();
    if (some) this.#say(ok(`${some.length} extensions of domain names.`));
  }

  #products(products: ProductPrices[]): void {
    this.#say(
      ok(`${products.length} products; npm run whmcs:plans prints a plan map of them. Which of them are billed pro rata is not told by
      the API: set pro_rata of those in it.`),
    );
    const unread = unreadPricesFinding(products);
    if (unread) this.#say(unread);
  }

  async #tax(): Promise<void> {
    const enabled = await this.#read(getConfigurationValue, { setting: "TaxEnabled" });
    const type = await this.#read(getConfigurationValue, { setting: "TaxType" });
    if (enabled === null || type === null) return;
    this.#say(taxFinding(taxInPrices(enabled, type), this.#texts.PRICES_INCLUDE_TAX_PERCENT));
  }

  async #customers(): Promise<void> {
    const users = await this.#rows(getUsers, { limitnum: 25 });
    const memberships = (users?.rows ?? []).flatMap(({ id, clients }) =>
      clients.map((client) => ({ userId: id, clientId: client.id, isOwner: client.isOwner })),
    );
    if (users) await this.#paging(users.rows.map(({ id }) => id));
    if (memberships.length === 0) {
      this.#say(warn("There is no user of an account yet: the shapes of customers' data were not seen."));
    }
    // Of somebody who is not the owner: only there do permissions stand for something.
    const sample = memberships.find(({ isOwner }) => !isOwner) ?? memberships[0] ?? { userId: 0, clientId: 0 };
    await this.#permissions(sample);
    const { clientId } = sample;
    await this.#rows(getClients, { limitnum: 25 });
    await this.#read(getClientsDetails, { clientid: clientId });
    await this.#rows(getClientsProducts, { clientid: clientId, limitnum: 25 });
    await this.#rows(getClientsDomains, { clientid: clientId, limitnum: 25 });
    await this.#rows(getTickets, { clientid: clientId, ignore_dept_assignments: true, limitnum: 25 });
    await this.#rows(getSupportDepartments, { ignore_dept_assignments: true });
    const cancellations = await this.#rows(getCancelledPackages, { limitnum: 25 });
    if (cancellations) this.#say(orderFinding("GetCancelledPackages", cancellations));
    await this.#invoices(clientId);
  }

  async #permissions({ userId, clientId }: { userId: number; clientId: number }): Promise<void> {
    const answer = await this.#read(getUserPermissions, { user_id: userId, client_id: clientId });
    if (!answer) return;
    if (permissionsIn(answer) === null) {
      this.#say(
        stop(
          "GetUserPermissions answers in a shape that is not known: nobody but owners would be shown anything. Please report it.",
        ),
      );
    } else this.#say(ok("Permissions of users are read."));
  }

  /** Lists are read whole, newest first where there is a choice. */
  async #invoices(clientId: number): Promise<void> {
    const newest = { userid: clientId, orderby: "date", order: "desc", limitnum: 25 };
    const invoices = await this.#rows(getInvoices, newest);
    const first = invoices?.rows[0];
    await this.#read(getInvoice, { invoiceid: first?.id ?? 0 });
    if (!invoices) return;
    const dates = invoices.rows.map(({ date }) => date ?? "");
    const isByDate = dates.every((date, index) => index === 0 || date <= (dates[index - 1] as string));
    if (!invoices.isOrdered) this.#say(warn("GetInvoices gives rows by number: their order cannot be told."));
    else if (!isByDate)
      this.#say(stop("GetInvoices does not give the newest first: invoices could be missing from lists."));
    else if (dates.length > 1) this.#say(ok("GetInvoices gives the newest first, as asked."));
  }

  async #paging(ids: number[]): Promise<void> {
    if (ids.length < 2) return;
    const second = await this.#rows(getUsers, { limitstart: 1, limitnum: 1 });
    if (!second) return;
    const isPaged = second.rows.length === 1 && second.rows[0]?.id === ids[1];
    this.#say(
      isPaged ? ok("Lists come in pages, as asked.") : warn("Lists do not come in the pages that are asked for."),
    );
  }

  /** Not needed for reading. */
  async #gateways(): Promise<void> {
    const asked = await this.#whmcs.ask("GetPaymentMethods", {});
    if (asked.kind !== "ok") return;
    const methods = z
      .array(z.object({ module: z.string() }))
      .safeParse(asList(asked.body, "paymentmethods", "paymentmethod", (value) => "module" in value));
    if (methods.success) this.#say(ok(`Gateways: ${methods.data.map(({ module }) => module).join(", ") || "none"}.`));
  }

  #role(): void {
    const lacking = this.#notAllowed.join(", ");
    this.#say(
      lacking === ""
        ? ok("The API role allows every action that is used.")
        : stop(
            `The API role lacks ${lacking}: tick what it lacks under System Settings › API Credentials › API Roles.`,
          ),
    );
  }

  async #signIn(): Promise<void> {
    const byUser = await this.#openId();
    const byAddon = await this.#addon();
    if (byUser || byAddon) return this.#say(ok(byUser ? BY_OPEN_ID : "Customers sign in through the addon."));
    this.#say(stop(NOBODY_SIGNS_IN));
  }

  /** Whether customers can sign in by it. */
  async #openId(): Promise<boolean> {
    const { WHMCS_ISSUER: wanted, WHMCS_OIDC_SUBJECT: subject } = this.#texts;
    const isChosen = subject === "user";
    const wrong = (text: string) => this.#say(isChosen ? stop(text) : warn(text));
    const metadata = await this.#whmcs.json("/oauth/openid-configuration.php");
    if (typeof metadata?.issuer !== "string") {
      wrong("There is no OpenID Connect provider at /oauth/openid-configuration.php.");
      return false;
    }
    if (metadata.issuer === wanted) this.#say(ok(`Issuer ${metadata.issuer}.`));
    else wrong(`The issuer is ${metadata.issuer}: set WHMCS_ISSUER to it, to the letter.`);
    const { keys } = (await this.#whmcs.json("/oauth/certs.php")) ?? {};
    const hasKey = Array.isArray(keys) && keys.length > 0;
    if (!hasKey) {
      wrong(
        "There is no signing key yet (certs.php is empty): make an OpenID Connect credential in WHMCS, which makes one.",
      );
    }
    const hasSecret = Boolean(this.#secrets.WHMCS_OIDC_SECRET);
    if (isChosen && !hasSecret) this.#say(stop("WHMCS_OIDC_SECRET is not set."));
    if (subject === "account")
      this.#say(ok("WHMCS_OIDC_SUBJECT=account: tokens do not tell users apart; the addon does."));
    if (subject === "") this.#say(warn(PROBE));
    return isChosen && hasKey && hasSecret && metadata.issuer === wanted;
  }

  async #addon(): Promise<boolean> {
    const { FRONTDESK_BRIDGE_KEY: key } = this.#secrets;
    if (!key) {
      this.#say(ok("The addon is not used (FRONTDESK_BRIDGE_KEY is not set)."));
      return false;
    }
    const bridge = new Bridge(directHost({ base: this.#whmcs.base, key, fetch: this.#whmcs.fetch }));
    const answer = await bridge.call("status", {}, AddonStatus, { requestId: undefined });
    if (answer.kind === "ok") this.#say(ok(`The addon answers, version ${answer.value.version}.`));
    else this.#say(stop("The addon does not answer: is it uploaded and active, and is FRONTDESK_BRIDGE_KEY its key?"));
    return answer.kind === "ok";
  }

  /** Null where there is nothing to go on with; the finding says why. */
  async #read<Body>(action: ReadAction<Body>, parameters: Parameters): Promise<Body | null> {
    return this.#judged(action.name, await this.#whmcs.read(action, parameters));
  }

  async #rows<Row extends { id: number }>(
    action: ListAction<Row>,
    parameters: Parameters,
  ): Promise<AskedRows<Row> | null> {
    const page = this.#judged(action.name, await this.#whmcs.rows(action, parameters));
    if (page && page.unread > 0) {
      const rows = `${page.unread} of ${page.unread + page.rows.length} rows`;
      this.#say(warn(`${action.name}: ${rows} do not read and would be left out (${page.members.join(", ")}).`));
    }
    return page;
  }

  #judged<Body>(name: string, asked: Asked<Body>): Body | null {
    switch (asked.kind) {
      case "ok":
        return asked.body;
      case "not_allowed":
        if (!this.#notAllowed.includes(name)) this.#notAllowed.push(name);
        return null;
      case "said_no":
        this.#say(warn(`${name} answered “${asked.text}”: it is allowed, and its shape was not seen.`));
        return null;
      case "unread":
        this.#say(
          stop(`${name} answers in a shape that is not known (${asked.members.join(", ")}). Please report it.`),
        );
        return null;
      case "not_admitted":
      case "no_answer":
        this.#say(stop(`${name}: no answer (${asked.text}).`));
        return null;
    }
  }
}
