/** What a call of WHMCS meets inside the addon: how often its work is done, then what the addon is told. */
export interface Met {
  action: "AddOrder" | "GetInvoice" | "CancelOrder";
  /** Once, where nothing else is said. */
  work?: 0 | 1 | 2;
  /** None, since the process ends; the own answer where nothing is said. */
  answer?: "none" | "error";
  /** Members in place of the answer's own. */
  changes?: Record<string, unknown>;
}

export type OtherThing = "the same" | "another product";
export type Who = "the administrator" | "a user";

/** A call of the addon under the case's own reference. */
export type Call =
  | "act"
  | "act for another price"
  | "act for another price, to be kept"
  | "find"
  | "find without withdrawing"
  | "find while the account is locked";

export type OtherOrder = `${Who} orders ${OtherThing}`;

/** Orders are named by their place since the case began; a done one with its price, or without an invoice, and how its invoice differs. */
export interface AddonCase {
  name: string;
  /** Met by the first call, or by all where it stays. */
  meets?: Met;
  stays?: true;
  /** Calls with what is said of them, and what others order in between. */
  steps: (`${Call}: ${string}` | OtherOrder)[];
  /** The states of all that was ordered since the case began. */
  orders: ("Pending" | "Cancelled")[];
}

const ENDS_BEFORE = { action: "AddOrder", work: 0, answer: "none" } as const;
const ENDS_AFTER = { action: "AddOrder", work: 1, answer: "none" } as const;
const PAID = { status: "Paid", balance: "0.00" };

/** What goes wrong inside `act`, who does something meanwhile, and what is said of it, on which the tests of the Worker rely. */
export const ADDON_CASES: AddonCase[] = [
  {
    name: "nothing goes wrong: one order, whatever comes again",
    steps: ["act: done 1 agreed", "act: done 1 agreed", "find: done 1 agreed", "act for another price: done 1 agreed"],
    orders: ["Pending"],
  },
  {
    name: "an error without an order: its reference is free",
    meets: { action: "AddOrder", work: 0, answer: "error" },
    steps: ["act: refused: said by AddOrder", "act: done 1 agreed"],
    orders: ["Pending"],
  },
  {
    name: "an error after the order",
    meets: { action: "AddOrder", work: 1, answer: "error" },
    steps: ["act: done 1 agreed", "find: done 1 agreed"],
    orders: ["Pending"],
  },
  {
    name: "two orders with a success",
    meets: { action: "AddOrder", work: 2 },
    steps: ["act: several 1 2", "find: several 1 2", "find without withdrawing: several 1 2"],
    orders: ["Pending", "Pending"],
  },
  {
    name: "a success without an order's number",
    meets: { action: "AddOrder", changes: { orderid: null } },
    steps: ["act: done 1 agreed", "find: done 1 agreed"],
    orders: ["Pending"],
  },
  {
    name: "a success without a number and without an order",
    meets: { action: "AddOrder", work: 0, changes: { result: "success" } },
    steps: ["act: under_way", "find without withdrawing: under_way", "find: absent", "act: absent"],
    orders: [],
  },
  {
    name: "a process that ends before the order",
    meets: ENDS_BEFORE,
    steps: ["act: lost", "find without withdrawing: under_way", "find: absent", "act: absent"],
    orders: [],
  },
  {
    name: "a process that ends after the order",
    meets: ENDS_AFTER,
    steps: ["act: lost", "find without withdrawing: done 1 agreed", "act: done 1 agreed"],
    orders: ["Pending"],
  },
  {
    name: "a process that ends after two orders",
    meets: { action: "AddOrder", work: 2, answer: "none" },
    steps: ["act: lost", "find: several 1 2"],
    orders: ["Pending", "Pending"],
  },
  {
    name: "a process that ends while it reads the invoice",
    meets: { action: "GetInvoice", work: 0, answer: "none" },
    steps: ["act: lost", "find: done 1 agreed"],
    orders: ["Pending"],
  },
  {
    name: "a process that ends while it reads the invoice at another price: whoever asks next takes the order back",
    meets: { action: "GetInvoice", work: 0, answer: "none" },
    steps: ["act for another price: lost", "find: taken_back 1 agreed (price)"],
    orders: ["Cancelled"],
  },
  {
    name: "a process that ends after it has taken the order back",
    meets: { action: "CancelOrder", work: 1, answer: "none" },
    steps: ["act for another price: lost", "find: taken_back 1 agreed (price)", "act: taken_back 1 agreed (price)"],
    orders: ["Cancelled"],
  },
  {
    name: "another price",
    steps: [
      "act for another price: taken_back 1 agreed (price)",
      "find: taken_back 1 agreed (price)",
      "act for another price: taken_back 1 agreed (price)",
    ],
    orders: ["Cancelled"],
  },
  {
    name: "another price that cannot be taken back now",
    meets: { action: "CancelOrder", work: 0, answer: "error" },
    steps: ["act for another price: under_way", "find: taken_back 1 agreed (price)"],
    orders: ["Cancelled"],
  },
  ...[
    ["is paid", PAID],
    ["has credit", { credit: "1.00" }],
    ["is paid in part", { balance: "1.00" }],
    ["does not say what is due", { balance: null }],
  ].map(
    ([what, changes]): AddonCase => ({
      name: `another price on an invoice that ${what}`,
      meets: { action: "GetInvoice", changes: changes as Record<string, unknown> },
      steps: ["act for another price: done 1 agreed (price)"],
      orders: ["Pending"],
    }),
  ),
  ...[
    ["that does not read", { work: 0, answer: "error" } as const],
    ["of another account", { changes: { userid: 1002 } }],
  ].map(
    ([what, met]): AddonCase => ({
      name: `an invoice ${what}`,
      meets: { action: "GetInvoice", ...(met as object) },
      stays: true,
      steps: ["act for another price: under_way", "find: under_way", "act for another price, to be kept: under_way"],
      orders: ["Pending"],
    }),
  ),
  {
    name: "an invoice that a stored card can be charged for",
    meets: { action: "GetInvoice", changes: { ccgateway: true } },
    steps: ["act: taken_back 1 agreed (gateway)"],
    orders: ["Cancelled"],
  },
  {
    name: "an invoice that was moved to a gateway that can charge a stored card",
    meets: { action: "GetInvoice", changes: { ccgateway: true, paymentmethod: "stripe" } },
    steps: ["act: done 1 agreed (moved)"],
    orders: ["Pending"],
  },
  {
    name: "an invoice that was paid on a gateway that can charge a stored card",
    meets: { action: "GetInvoice", changes: { ccgateway: true, ...PAID } },
    steps: ["act: done 1 agreed (paid)"],
    orders: ["Pending"],
  },
  {
    name: "an order without an invoice",
    meets: { action: "AddOrder", changes: { invoiceid: 0 } },
    steps: ["act for another price: done 1 without an invoice"],
    orders: ["Pending"],
  },
  {
    name: "a reference that was asked for first",
    steps: ["find: absent", "act: absent", "find without withdrawing: absent"],
    orders: [],
  },
  {
    name: "a reference that was only looked for",
    steps: ["find without withdrawing: absent", "act: done 1 agreed"],
    orders: ["Pending"],
  },
  {
    name: "a process that is still at work",
    meets: ENDS_BEFORE,
    steps: [
      "act: lost",
      "find while the account is locked: under_way",
      "find: absent",
      "find while the account is locked: absent",
    ],
    orders: [],
  },
  // Whom WHMCS notes an order for, and what a renewal looks like, is asked by the addon's own tests.
  ...otherOrders("the administrator orders the same", "done 1 agreed", "several 1 2"),
  ...otherOrders("the administrator orders another product", "absent", "done 1 agreed"),
  ...otherOrders("a user orders the same", "absent", "done 1 agreed"),
];

/** Somebody orders after a process has ended: before it ordered, and after. */
function otherOrders(step: OtherOrder, before: string, after: string): AddonCase[] {
  return [
    {
      ...{ name: `a process that ends before the order, and ${step}`, meets: ENDS_BEFORE },
      steps: ["act: lost", step, `find: ${before}`, `act: ${before}`],
      orders: ["Pending"],
    },
    {
      ...{ name: `a process that ends after the order, and ${step}`, meets: ENDS_AFTER },
      steps: ["act: lost", step, `find: ${after}`, `act: ${after}`],
      orders: ["Pending", "Pending"],
    },
  ];
}
