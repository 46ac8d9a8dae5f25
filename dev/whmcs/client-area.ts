import type { Installation } from "./actions/action.ts";
import type { AddonBridge } from "./addon/addon-bridge.ts";
import type { HttpAnswer } from "./http-answer.ts";
import { escaped, page, redirect, statusLabel, table } from "./page.ts";
import { balanceOf, payInvoice, totalOf } from "./provisioning/invoicing.ts";
import { storedCard } from "./seed.ts";
import { SignIn } from "./sign-in.ts";
import { currencyOf, nextId, type WhmcsInvoice, type WhmcsState, type WhmcsUser } from "./state.ts";
import { formatted } from "./wire-values.ts";

const PAY_METHODS_PATH = "/index.php?rp=/account/paymentmethods";
export const USERS_PATH = "/index.php?rp=/account/users";

/** A browser's request for a page. */
export interface PageRequest {
  method: string;
  url: URL;
  body: string;
  cookie: string | undefined;
}

/** A page of a signed-in customer. @param sent the fields of a form; null where the page is only looked at */
type CustomerPage = (user: WhmcsUser, query: URLSearchParams, sent: URLSearchParams | null) => HttpAnswer;

/** The provider's pages for browsers: what customers have, invoices with their payment, and the addon's. */
export class ClientArea {
  readonly #installation: Installation;
  readonly #addon: AddonBridge;
  readonly #signIn: SignIn;

  constructor(installation: Installation, addon: AddonBridge) {
    this.#installation = installation;
    this.#addon = addon;
    this.#signIn = new SignIn(installation);
  }

  answer({ method, url, body, cookie }: PageRequest): HttpAnswer {
    const { pathname, searchParams: query } = url;
    const sent = method === "POST" ? new URLSearchParams(body) : null;
    if (pathname === "/dologin.php" && sent) return this.#signIn.submit(sent, cookie);
    if (pathname === "/logout.php") return this.#signIn.end(cookie);
    if (pathname === "/cart.php") return placeholder(cartTitle(query), query);
    const shown = this.#pages[pathname]?.(query);
    if (!shown) return page(404, "Page Not Found", "<p>There is no such page.</p>");
    const user = this.#signIn.userOf(cookie);
    return user ? shown(user, query, sent) : this.#signIn.form(pathname + url.search, cookie);
  }

  /** By their addresses, and by the parameters that tell pages of one address apart. */
  readonly #pages: Record<string, (query: URLSearchParams) => CustomerPage | undefined> = {
    "/": () => this.#home,
    "/clientarea.php": (query) => this.#byAction[query.get("action") ?? ""] ?? this.#home,
    "/supporttickets.php": () => this.#tickets,
    "/viewticket.php": () => this.#ticket,
    "/viewinvoice.php": () => this.#invoice,
    "/index.php": (query) => (query.get("m") === "frontdesk" ? this.#addonPage : this.#byRoute[query.get("rp") ?? ""]),
  };

  readonly #byRoute: Record<string, CustomerPage> = {
    "/account/paymentmethods": (user, _, sent) => this.#payMethods(user, sent),
    "/account/users": (user, _, sent) => this.#users(user, sent),
  };

  readonly #byAction: Record<string, CustomerPage> = {
    services: (user) => {
      const rows = this.#own(this.#state.services, user, "products").map(
        ({ id, name, domain, clientId, ...service }) => [
          link(`/clientarea.php?action=productdetails&id=${id}`, `${name} ${domain && `- ${domain}`}`),
          `${this.#money(service.amount, clientId)} ${escaped(service.billingCycle)}`,
          service.nextDueOn ?? "-",
          statusLabel(service.status),
        ],
      );
      return page(
        200,
        "My Products & Services",
        table(["Product/Service", "Pricing", "Next Due Date", "Status"], rows),
        true,
      );
    },
    productdetails: (user, query) => {
      const service = this.#own(this.#state.services, user, "products").find(
        ({ id }) => id === Number(query.get("id")),
      );
      if (!service) return missing("Service");
      const { name, domain, status, billingCycle, nextDueOn, amount, clientId } = service;
      return facts("Manage Product", {
        ...{ "Product/Service": escaped(name), Domain: escaped(domain || "-"), Status: statusLabel(status) },
        ...{ "Recurring Amount": this.#money(amount, clientId), "Billing Cycle": escaped(billingCycle) },
        "Next Due Date": nextDueOn ?? "-",
      });
    },
    domains: (user) => {
      const rows = this.#own(this.#state.domains, user, "domains").map(
        ({ id, name, expiresOn, doesNotRenew, status }) => [
          link(`/clientarea.php?action=domaindetails&id=${id}`, name),
          expiresOn ?? "-",
          doesNotRenew ? "Disabled" : "Enabled",
          statusLabel(status),
        ],
      );
      return page(200, "My Domains", table(["Domain", "Expires", "Auto Renew", "Status"], rows), true);
    },
    domaindetails: (user, query) => {
      const domain = this.#own(this.#state.domains, user, "domains").find(({ id }) => id === Number(query.get("id")));
      if (!domain) return missing("Domain");
      const { name, status, registeredOn, expiresOn, doesNotRenew, amount, clientId } = domain;
      const held = this.#installation.registrar.names.get(name);
      return facts("Manage Domain", {
        ...{ Domain: escaped(name), Status: statusLabel(status), "Registration Date": registeredOn ?? "-" },
        ...{ Expires: expiresOn ?? "-", "Recurring Amount": this.#money(amount, clientId) },
        "Auto Renew": doesNotRenew ? "Disabled" : "Enabled",
        ...(held && { "Registrar Lock": held.isLocked ? "Enabled" : "Disabled" }),
        ...(held && { Nameservers: held.nameservers.map(escaped).join("<br>") }),
      });
    },
    invoices: (user) => {
      const rows = this.#invoicesOf(user).map((invoice) => [
        link(`/viewinvoice.php?id=${invoice.id}`, `#${invoice.number || invoice.id}`),
        invoice.issuedOn,
        invoice.dueOn,
        this.#money(totalOf(invoice), invoice.clientId),
        statusLabel(invoice.status),
      ]);
      const columns = ["Invoice #", "Invoice Date", "Due Date", "Total", "Status"];
      return page(200, "My Invoices", table(columns, rows.reverse()), true);
    },
    details: (user) => facts("My Details", { "Email Address": escaped(user.email) }),
  };

  readonly #home: CustomerPage = (user) => {
    const tiles = [
      [this.#own(this.#state.services, user, "products"), "/clientarea.php?action=services", "Services"],
      [this.#own(this.#state.domains, user, "domains"), "/clientarea.php?action=domains", "Domains"],
      [this.#own(this.#state.tickets, user, "tickets"), "/supporttickets.php", "Tickets"],
      [this.#invoicesOf(user), "/clientarea.php?action=invoices", "Invoices"],
    ] as const;
    const shown = tiles.map(
      ([rows, address, text]) => `<a href="${escaped(address)}"><b>${rows.length}</b>${text}</a>`,
    );
    const accounts = this.#clientsOf(user).map(({ company }) => `<li>${escaped(company)}</li>`);
    const welcome = `<div class="card"><h2>${escaped(user.email)}</h2><ul>${accounts.join("")}</ul></div>`;
    return page(200, "Client Area", `<h1>Welcome Back</h1><div class="tiles">${shown.join("")}</div>${welcome}`, true);
  };

  readonly #tickets: CustomerPage = (user) => {
    const rows = this.#own(this.#state.tickets, user, "tickets").map(({ id, number, subject, status }) => [
      link(`/index.php?m=frontdesk&ticket=${id}`, `#${number} - ${subject}`),
      statusLabel(status),
    ]);
    return page(200, "My Support Tickets", table(["Subject", "Status"], rows), true);
  };

  readonly #ticket: CustomerPage = (user, query) => {
    const ticket = this.#own(this.#state.tickets, user, "tickets").find(({ number }) => number === query.get("tid"));
    if (!ticket) return missing("Ticket");
    const { number, subject, status, openedAt } = ticket;
    return facts(`View Ticket #${number}`, {
      ...{ Subject: escaped(subject), Status: statusLabel(status), Opened: openedAt.slice(0, 10) },
    });
  };

  readonly #addonPage: CustomerPage = (user, query) => {
    const ticket = query.get("ticket");
    return ticket === null ? this.#addon.signInPage(query, user.id) : this.#addon.ticketPage(Number(ticket), user.id);
  };

  /** Paying is a request of its own: a look at an invoice changes nothing. */
  readonly #invoice: CustomerPage = (user, query, sent) => {
    const invoice = this.#invoicesOf(user).find(({ id }) => id === Number(query.get("id")));
    if (!invoice) return missing("Invoice");
    const address = `/viewinvoice.php?id=${invoice.id}`;
    if (!sent)
      return page(200, `Invoice #${invoice.number || invoice.id}`, this.#invoiceContent(invoice, address), true);
    const isPaid = payInvoice(this.#installation, invoice.id);
    return redirect(`${address}&${isPaid ? "paymentsuccess" : "paymentfailed"}=true`);
  };

  #invoiceContent(invoice: WhmcsInvoice, address: string): string {
    const { subtotal, taxes, credit, items = [], status, dueOn, clientId } = invoice;
    const money = (amount: number) => this.#money(amount, clientId);
    const sums: (readonly [string, number])[] = [
      ["Sub Total", subtotal],
      ...taxes.map(({ rateThousandths, amount }) => [`Tax ${rateThousandths / 1_000} %`, amount] as const),
      ...(credit > 0 ? [["Credit", -credit] as const] : []),
      ["Total", totalOf(invoice) - credit],
      ["Balance", balanceOf(invoice)],
    ];
    const rows = [
      ...items.map(({ description, amount }) => [escaped(description), money(amount)]),
      ...sums.map(([text, amount]) => [`<strong>${text}</strong>`, money(amount)]),
    ];
    const isPayable = status === "Unpaid" && balanceOf(invoice) > 0;
    const button = `<form method="post" action="${address}"><button type="submit">Pay Now</button></form>`;
    return `<p role="status">${statusLabel(status)} Due Date: ${dueOn}</p>${table(["Description", "Amount"], rows)}${isPayable ? button : ""}`;
  }

  #payMethods(user: WhmcsUser, sent: URLSearchParams | null): HttpAnswer {
    const state = this.#state;
    const owned = this.#clientsOf(user, true);
    if (!sent) {
      const sections = owned.map(({ id, company }) => {
        const stored = state.payMethods.filter((method) => method.clientId === id);
        const rows = stored.map(({ description, lastFour }) => [escaped(description), `**** ${escaped(lastFour)}`]);
        const [card, label] = stored.length > 0 ? ["remove", "Delete"] : ["add", "Add New Credit Card"];
        return `<h2>${escaped(company)}</h2>${table([], rows)}${form(PAY_METHODS_PATH, { client: id }, `name="card" value="${card}"`, label)}`;
      });
      return page(200, "Payment Methods", sections.join(""), true);
    }
    const clientId = Number(sent.get("client"));
    if (!owned.some(({ id }) => id === clientId)) return missing("Account");
    state.payMethods = state.payMethods.filter((method) => method.clientId !== clientId);
    if (sent.get("card") === "add") state.payMethods.push(storedCard(nextId(state, "payMethods"), clientId));
    return redirect(PAY_METHODS_PATH);
  }

  /** Who manages the accounts that a user owns. Their owner takes the others' access away. */
  #users(user: WhmcsUser, sent: URLSearchParams | null): HttpAnswer {
    const state = this.#state;
    const owned = this.#clientsOf(user, true);
    if (!sent) {
      const sections = owned.map(({ id, company }) => {
        const rows = state.memberships.flatMap(({ clientId, userId, isOwner, permissions }) => {
          const email = state.users.find((one) => one.id === userId)?.email ?? "";
          const remove = form(USERS_PATH, { client: id, user: userId }, "", "Remove Access");
          return clientId === id ? [[escaped(email), permissions.join(", "), isOwner ? "Owner" : remove]] : [];
        });
        return `<h2>${escaped(company)}</h2>${table(["User", "Permissions", ""], rows)}`;
      });
      return page(200, "User Management", sections.join(""), true);
    }
    const [clientId, userId] = [Number(sent.get("client")), Number(sent.get("user"))];
    if (!owned.some(({ id }) => id === clientId)) return missing("Account");
    state.memberships = state.memberships.filter(
      (row) => row.isOwner || row.clientId !== clientId || row.userId !== userId,
    );
    return redirect(USERS_PATH);
  }

  get #state(): WhmcsState {
    return this.#installation.state;
  }

  /** The rows of a table that a user may see. */
  #own<Row extends { clientId: number }>(rows: Row[], { id }: WhmcsUser, permission: string): Row[] {
    const memberships = this.#state.memberships.filter(
      ({ userId, isOwner, permissions }) => userId === id && (isOwner || permissions.includes(permission)),
    );
    return rows.filter(({ clientId }) => memberships.some((row) => row.clientId === clientId));
  }

  /** Drafts are the staff's. */
  #invoicesOf(user: WhmcsUser) {
    return this.#own(this.#state.invoices, user, "invoices").filter(({ status }) => status !== "Draft");
  }

  #clientsOf({ id: userId }: WhmcsUser, isOwned = false) {
    const { clients, memberships } = this.#state;
    const own = memberships.filter((row) => row.userId === userId && (row.isOwner || !isOwned));
    return clients.filter(({ id }) => own.some(({ clientId }) => clientId === id));
  }

  #money(amount: number, clientId: number): string {
    const currency = currencyOf(this.#state, clientId);
    return escaped(currency ? formatted(amount, currency) : String(amount));
  }
}

function missing(what: string): HttpAnswer {
  return page(404, "Oops!", `<p>${what} not found.</p>`, true);
}

function facts(title: string, rows: Record<string, string>): HttpAnswer {
  return page(200, title, table([], Object.entries(rows)), true);
}

function link(address: string, text: string): string {
  return `<a href="${escaped(address)}">${escaped(text)}</a>`;
}

function form(address: string, fields: Record<string, number>, attributes: string, label: string): string {
  const hidden = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  return `<form method="post" action="${escaped(address)}">${hidden.join("")}<button type="submit" ${attributes}>${label}</button></form>`;
}

/** The shop is open to everybody. */
function cartTitle(query: URLSearchParams): string {
  const domain = query.get("domain");
  if (domain === "register" || domain === "transfer")
    return domain === "register" ? "Register Domain" : "Transfer Domain";
  return query.get("a") === "add" ? "Add to Cart" : "Shopping Cart";
}

/** A page that says which one of WHMCS would be here, and what it was asked for. */
function placeholder(title: string, query: URLSearchParams): HttpAnswer {
  const rows = [...query].map(([name, value]) => [escaped(name), escaped(value)]);
  return page(200, title, `<p>WHMCS has its page “${title}” here. The simulator has none.</p>${table([], rows)}`);
}
