import type { Installation } from "./actions/action.ts";
import type { AddonBridge } from "./addon/addon-bridge.ts";
import type { HttpAnswer } from "./http-answer.ts";
import { escaped, form, link, page, redirect, statusLabel, table } from "./page.ts";
import { balanceOf, payInvoice, totalOf } from "./provisioning/invoicing.ts";
import { storedCard } from "./seed.ts";
import { SignIn } from "./sign-in.ts";
import { nextId, type WhmcsClient, type WhmcsInvoice, type WhmcsState, type WhmcsUser } from "./state.ts";

const PAY_METHODS_PATH = "/index.php?rp=/account/paymentmethods";
export const USERS_PATH = "/index.php?rp=/account/users";

/** A browser's request for a page. */
export interface PageRequest {
  method: string;
  url: URL;
  body: string;
  cookie: string | undefined;
}

/**
 * A page for a signed-in customer.
 * @param sent the fields of a submitted form; `null` if the page is only viewed
 */
type CustomerPage = (user: WhmcsUser, query: URLSearchParams, sent: URLSearchParams | null) => HttpAnswer;

/** A kind of customer item, with the URL of its list and of each item's page. */
interface Kind {
  title: string;
  list: string;
  page: string;
  /** Returns the rows with their cells by label, as HTML. The first cell links to the row's own page. */
  rows(user: WhmcsUser): { id: number; cells: Record<string, string> }[];
}

/** The provider's pages for browsers: customers' items, invoices with their payment, and the addon's pages. */
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
    const { pathname, search, searchParams: query } = url;
    const sent = method === "POST" ? new URLSearchParams(body) : null;
    if (pathname === "/dologin.php" && sent) return this.#signIn.submit(sent, cookie);
    if (pathname === "/logout.php") return this.#signIn.end(cookie);
    // The shop is open to everybody.
    if (pathname === "/cart.php") {
      const asked = [...query].map(([name, value]) => [escaped(name), escaped(value)]);
      return page(200, "Shopping Cart", `<p>The simulator sells nothing here.</p>${table([], asked)}`);
    }
    const told = ["action", "m", "rp"].flatMap((name) => (query.has(name) ? [`?${name}=${query.get(name)}`] : []));
    const shown = this.#pages[pathname + told.join("")];
    if (!shown) return page(404, "Page Not Found", "<p>There is no such page.</p>");
    const user = this.#signIn.userOf(cookie);
    return user ? shown(user, query, sent) : this.#signIn.form(pathname + search, cookie);
  }

  readonly #kinds: Kind[] = [
    {
      ...{
        title: "My Products & Services",
        list: "/clientarea.php?action=services",
        page: "/clientarea.php?action=productdetails",
      },
      rows: (user) =>
        this.#own(this.#state.services, user, "products").map(({ id, name, domain, clientId, ...service }) => {
          const product = escaped(`${name} ${domain && `- ${domain}`}`);
          const pricing = `${this.#money(service.amount, clientId)} ${escaped(service.billingCycle)}`;
          const cells = { "Product/Service": product, Pricing: pricing, "Next Due Date": service.nextDueOn ?? "-" };
          return { id, cells: { ...cells, Status: statusLabel(service.status) } };
        }),
    },
    {
      ...{ title: "My Domains", list: "/clientarea.php?action=domains", page: "/clientarea.php?action=domaindetails" },
      rows: (user) =>
        this.#own(this.#state.domains, user, "domains").map(({ id, name, expiresOn, doesNotRenew, status }) => {
          const held = this.#installation.registrar.names.get(name);
          const cells = {
            ...{
              Domain: escaped(name),
              Expires: expiresOn ?? "-",
              "Auto Renew": doesNotRenew ? "Disabled" : "Enabled",
            },
            "Registrar Lock": held ? (held.isLocked ? "Enabled" : "Disabled") : "-",
            Nameservers: held?.nameservers.map(escaped).join("<br>") ?? "-",
          };
          return { id, cells: { ...cells, Status: statusLabel(status) } };
        }),
    },
    {
      ...{ title: "My Support Tickets", list: "/supporttickets.php", page: "/viewticket.php" },
      rows: (user) =>
        this.#own(this.#state.tickets, user, "tickets").map(({ id, number, subject, status, openedAt }) => {
          const cells = { Subject: escaped(`#${number} - ${subject}`), Opened: openedAt.slice(0, 10) };
          return { id, cells: { ...cells, Status: statusLabel(status) } };
        }),
    },
    {
      ...{ title: "My Invoices", list: "/clientarea.php?action=invoices", page: "/viewinvoice.php" },
      rows: (user) =>
        this.#invoicesOf(user).map((invoice) => {
          const { id, number, issuedOn, dueOn, clientId, status } = invoice;
          const cells = { "Invoice #": `#${number || id}`, "Invoice Date": issuedOn, "Due Date": dueOn };
          const total = this.#money(totalOf(invoice), clientId);
          return { id, cells: { ...cells, Total: total, Status: statusLabel(status) } };
        }),
    },
  ];

  readonly #home: CustomerPage = (user) => {
    const tiles = this.#kinds.map(({ title, list, rows }) => link(list, `<b>${rows(user).length}</b>${title}`));
    const accounts = this.#clientsOf(user).map(({ company }) => [escaped(company)]);
    const content = `<div class="tiles">${tiles.join("")}</div>${table([escaped(user.email)], accounts)}`;
    return page(200, "Welcome Back", content, true);
  };

  /** The page of an invoice. Payment is a separate request, so viewing an invoice changes nothing. */
  readonly #invoice: CustomerPage = (user, query, sent) => {
    const invoice = this.#invoicesOf(user).find(({ id }) => id === Number(query.get("id")));
    if (!invoice) return missing("Invoice");
    const address = `/viewinvoice.php?id=${invoice.id}`;
    if (!sent)
      return page(200, `Invoice #${invoice.number || invoice.id}`, this.#invoiceContent(invoice, address), true);
    const isPaid = payInvoice(this.#installation, invoice.id);
    return redirect(`${address}&${isPaid ? "paymentsuccess" : "paymentfailed"}=true`);
  };

  /** The pages by path. A parameter distinguishes pages with the same path. */
  readonly #pages: Record<string, CustomerPage> = {
    "/": this.#home,
    "/clientarea.php": this.#home,
    "/clientarea.php?action=details": ({ email }) =>
      page(200, "My Details", table(["Email Address"], [[escaped(email)]]), true),
    ...Object.fromEntries(this.#kinds.flatMap(pagesOf)),
    "/viewinvoice.php": this.#invoice,
    [PAY_METHODS_PATH]: (user, _, sent) => this.#payMethods(user, sent),
    [USERS_PATH]: (user, _, sent) => this.#users(user, sent),
    "/index.php?rp=/user/password": () =>
      page(200, "Change Password", "<p>The simulator changes no password.</p>", true),
    "/index.php?m=frontdesk": (user, query) => {
      const ticket = query.get("ticket");
      return ticket === null ? this.#addon.signInPage(query, user.id) : this.#addon.ticketPage(Number(ticket), user.id);
    },
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
    return state + table(["Description", "Amount"], rows) + (isPayable ? form(address, {}, "Pay Now") : "");
  }

  #payMethods(user: WhmcsUser, sent: URLSearchParams | null): HttpAnswer {
    const state = this.#state;
    const owned = this.#clientsOf(user, true);
    const cardOf = ({ id }: WhmcsClient) => state.payMethods.find(({ clientId }) => clientId === id);
    if (!sent) {
      const rows = owned.map((client) => {
        const stored = cardOf(client);
        const label = stored ? "Delete" : "Add New Credit Card";
        const shown = escaped(stored?.description ?? "-");
        return [escaped(client.company), shown, form(PAY_METHODS_PATH, { client: client.id }, label)];
      });
      return page(200, "Payment Methods", table(["Account", "Card", ""], rows), true);
    }
    const client = owned.find(({ id }) => id === Number(sent.get("client")));
    if (!client) return missing("Account");
    const stored = cardOf(client);
    if (stored) state.payMethods = state.payMethods.filter(({ clientId }) => clientId !== client.id);
    else state.payMethods.push(storedCard(nextId(state.payMethods), client.id));
    return redirect(PAY_METHODS_PATH);
  }

  /** Shows the users of the accounts that a user owns, or removes another user's access to one of them. */
  #users(user: WhmcsUser, sent: URLSearchParams | null): HttpAnswer {
    const state = this.#state;
    const owned = this.#clientsOf(user, true);
    if (!sent) {
      const rows = owned.flatMap(({ id, company }) => {
        const managers = state.memberships.filter(({ clientId }) => clientId === id);
        return managers.map(({ userId, isOwner, permissions }) => {
          const email = state.users.find((one) => one.id === userId)?.email ?? "";
          const remove = form(USERS_PATH, { client: id, user: userId }, "Remove Access");
          return [escaped(company), escaped(email), permissions.join(", "), isOwner ? "Owner" : remove];
        });
      });
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

  /** Returns the rows of a table that a user may see. */
  #own<Row extends { clientId: number }>(rows: Row[], { id }: WhmcsUser, permission: string): Row[] {
    const memberships = this.#state.memberships.filter(
      ({ userId, isOwner, permissions }) => userId === id && (isOwner || permissions.includes(permission)),
    );
    return rows.filter(({ clientId }) => memberships.some((row) => row.clientId === clientId));
  }

  /** Returns a user's invoices. Only staff can see drafts. */
  #invoicesOf(user: WhmcsUser) {
    return this.#own(this.#state.invoices, user, "invoices").filter(({ status }) => status !== "Draft");
  }

  #clientsOf({ id: userId }: WhmcsUser, isOwned = false) {
    const { clients, memberships } = this.#state;
    const own = memberships.filter((row) => row.userId === userId && (row.isOwner || !isOwned));
    return clients.filter(({ id }) => own.some(({ clientId }) => clientId === id));
  }

  #money(amount: number, clientId: number): string {
    const currency = this.#state.clients.find(({ id }) => id === clientId)?.currency ?? "CAD";
    return new Intl.NumberFormat("en-CA", { style: "currency", currency, currencyDisplay: "code" }).format(
      amount / 100,
    );
  }
}

/**
 * Returns the pages for a kind of item: the list, and the page of one item. In the simulator, a ticket's number is its
 * id.
 */
function pagesOf({ title, list, page: address, rows }: Kind): [string, CustomerPage][] {
  const shown: CustomerPage = (user, query) => {
    const only = query.get("id") ?? query.get("tid");
    const all = rows(user).filter(({ id }) => only === null || String(id) === only);
    if (only !== null && all.length === 0) return missing(title);
    const lines = all.map(({ id, cells }) => {
      const [first = "", ...others] = Object.values(cells);
      return [link(`${address}${address.includes("?") ? "&" : "?"}id=${id}`, first), ...others];
    });
    return page(200, title, table(Object.keys(all[0]?.cells ?? {}), lines.reverse()), true);
  };
  return [
    [list, shown],
    [address, shown],
  ];
}

function missing(what: string): HttpAnswer {
  return page(404, "Oops!", `<p>${what}: not found.</p>`, true);
}
