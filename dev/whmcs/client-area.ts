import type { Installation } from "./actions/action.ts";
import type { AddonBridge } from "./addon/addon-bridge.ts";
import type { HttpAnswer } from "./http-answer.ts";
import { escaped, facts, form, link, page, redirect, statusLabel, table } from "./page.ts";
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

/** What a customer has of one kind, as it is listed. */
interface Listed {
  id: number;
  address: string;
  /** By their labels, as HTML; the first one leads to the page of its own. */
  cells: Record<string, string>;
}

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
    // The shop is open to everybody.
    if (pathname === "/cart.php")
      return page(200, "Shopping Cart", `<p>The simulator sells nothing here.</p>${asked(query)}`);
    const shown = this.#pages[pathname]?.(query);
    if (!shown) return page(404, "Page Not Found", "<p>There is no such page.</p>");
    const user = this.#signIn.userOf(cookie);
    return user ? shown(user, query, sent) : this.#signIn.form(pathname + url.search, cookie);
  }

  /** By their addresses, and by the parameters that tell pages of one address apart. */
  readonly #pages: Record<string, (query: URLSearchParams) => CustomerPage | undefined> = {
    "/": () => this.#home,
    "/clientarea.php": (query) => this.#byAction[query.get("action") ?? ""] ?? this.#home,
    "/supporttickets.php": () => this.#listOf("My Support Tickets", this.#tickets),
    "/viewticket.php": () => this.#oneOf("View Ticket", this.#tickets),
    "/viewinvoice.php": () => this.#invoice,
    "/index.php": (query) => (query.get("m") === "frontdesk" ? this.#addonPage : this.#byRoute[query.get("rp") ?? ""]),
  };

  readonly #byRoute: Record<string, CustomerPage> = {
    "/account/paymentmethods": (user, _, sent) => this.#payMethods(user, sent),
    "/account/users": (user, _, sent) => this.#users(user, sent),
    "/user/password": () => page(200, "Change Password", "<p>The simulator changes no password.</p>", true),
  };

  readonly #services = (user: WhmcsUser): Listed[] =>
    this.#own(this.#state.services, user, "products").map(({ id, name, domain, clientId, ...service }) => ({
      ...{ id, address: `/clientarea.php?action=productdetails&id=${id}` },
      cells: {
        "Product/Service": escaped(`${name} ${domain && `- ${domain}`}`),
        Pricing: `${this.#money(service.amount, clientId)} ${escaped(service.billingCycle)}`,
        "Next Due Date": service.nextDueOn ?? "-",
        Status: statusLabel(service.status),
      },
    }));

  readonly #domains = (user: WhmcsUser): Listed[] =>
    this.#own(this.#state.domains, user, "domains").map(({ id, name, expiresOn, doesNotRenew, status }) => {
      const held = this.#installation.registrar.names.get(name);
      return {
        ...{ id, address: `/clientarea.php?action=domaindetails&id=${id}` },
        cells: {
          ...{ Domain: escaped(name), Expires: expiresOn ?? "-", "Auto Renew": doesNotRenew ? "Disabled" : "Enabled" },
          "Registrar Lock": held ? (held.isLocked ? "Enabled" : "Disabled") : "-",
          Nameservers: held?.nameservers.map(escaped).join("<br>") ?? "-",
          Status: statusLabel(status),
        },
      };
    });

  readonly #tickets = (user: WhmcsUser): Listed[] =>
    this.#own(this.#state.tickets, user, "tickets").map(({ id, number, subject, status, openedAt }) => ({
      ...{ id, address: `/index.php?m=frontdesk&ticket=${id}` },
      cells: {
        Subject: escaped(`#${number} - ${subject}`),
        Opened: openedAt.slice(0, 10),
        Status: statusLabel(status),
      },
    }));

  readonly #invoices = (user: WhmcsUser): Listed[] =>
    this.#invoicesOf(user).map(({ id, ...invoice }) => ({
      ...{ id, address: `/viewinvoice.php?id=${id}` },
      cells: {
        "Invoice #": `#${invoice.number || id}`,
        ...{ "Invoice Date": invoice.issuedOn, "Due Date": invoice.dueOn },
        Total: this.#money(totalOf({ id, ...invoice }), invoice.clientId),
        Status: statusLabel(invoice.status),
      },
    }));

  readonly #byAction: Record<string, CustomerPage> = {
    services: this.#listOf("My Products & Services", this.#services),
    productdetails: this.#oneOf("Manage Product", this.#services),
    domains: this.#listOf("My Domains", this.#domains),
    domaindetails: this.#oneOf("Manage Domain", this.#domains),
    invoices: this.#listOf("My Invoices", this.#invoices),
    details: (user) => facts("My Details", { "Email Address": escaped(user.email) }),
  };

  #listOf(title: string, listed: (user: WhmcsUser) => Listed[]): CustomerPage {
    return (user) => {
      const rows = listed(user).map(({ address, cells }) => {
        const [first = "", ...others] = Object.values(cells);
        return [link(address, first), ...others];
      });
      return page(200, title, table(Object.keys(listed(user)[0]?.cells ?? {}), rows.reverse()), true);
    };
  }

  /** A ticket is called by its number, which is its id here. */
  #oneOf(title: string, listed: (user: WhmcsUser) => Listed[]): CustomerPage {
    return (user, query) => {
      const one = listed(user).find(({ id }) => id === Number(query.get("id") ?? query.get("tid")));
      return one ? facts(title, one.cells) : missing(title);
    };
  }

  readonly #home: CustomerPage = (user) => {
    const tiles = [
      [this.#services(user), "/clientarea.php?action=services", "Services"],
      [this.#domains(user), "/clientarea.php?action=domains", "Domains"],
      [this.#tickets(user), "/supporttickets.php", "Tickets"],
      [this.#invoices(user), "/clientarea.php?action=invoices", "Invoices"],
    ] as const;
    const shown = tiles.map(([rows, address, text]) => link(address, `<b>${rows.length}</b>${text}`));
    const accounts = this.#clientsOf(user).map(({ company }) => [escaped(company)]);
    return page(
      200,
      "Welcome Back",
      `<div class="tiles">${shown.join("")}</div>${table([escaped(user.email)], accounts)}`,
      true,
    );
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
    const lines: (readonly [string, number])[] = [
      ...items.map(({ description, amount }) => [description, amount] as const),
      ["Sub Total", subtotal],
      ...taxes.map(({ rateThousandths, amount }) => [`Tax ${rateThousandths / 1_000} %`, amount] as const),
      ["Credit", -credit],
      ["Balance", balanceOf(invoice)],
    ];
    const rows = lines.map(([text, amount]) => [escaped(text), this.#money(amount, clientId)]);
    const isPayable = status === "Unpaid" && balanceOf(invoice) > 0;
    const state = `<p role="status">${statusLabel(status)} Due Date: ${dueOn}</p>`;
    return state + table(["Description", "Amount"], rows) + (isPayable ? form(address, {}, "", "Pay Now") : "");
  }

  #payMethods(user: WhmcsUser, sent: URLSearchParams | null): HttpAnswer {
    const state = this.#state;
    const owned = this.#clientsOf(user, true);
    if (!sent) {
      const rows = owned.map(({ id, company }) => {
        const [stored] = state.payMethods.filter((method) => method.clientId === id);
        const [card, label] = stored ? ["remove", "Delete"] : ["add", "Add New Credit Card"];
        const shown = stored ? `${stored.description} **** ${stored.lastFour}` : "-";
        return [
          escaped(company),
          escaped(shown),
          form(PAY_METHODS_PATH, { client: id }, `name="card" value="${card}"`, label),
        ];
      });
      return page(200, "Payment Methods", table(["Account", "Card", ""], rows), true);
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
      const rows = owned.flatMap(({ id, company }) =>
        state.memberships.flatMap(({ clientId, userId, isOwner, permissions }) => {
          const email = state.users.find((one) => one.id === userId)?.email ?? "";
          const remove = form(USERS_PATH, { client: id, user: userId }, "", "Remove Access");
          const row = [escaped(company), escaped(email), permissions.join(", "), isOwner ? "Owner" : remove];
          return clientId === id ? [row] : [];
        }),
      );
      return page(200, "User Management", table(["Account", "User", "Permissions", ""], rows), true);
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
  return page(404, "Oops!", `<p>${what}: not found.</p>`, true);
}

/** What a page was asked for. */
function asked(query: URLSearchParams): string {
  return table(
    [],
    [...query].map(([name, value]) => [escaped(name), escaped(value)]),
  );
}
