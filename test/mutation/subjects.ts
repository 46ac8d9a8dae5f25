/** A group of files to change, with the tests that must notice the changes. */
export interface Subject {
  /** The title in the table. */
  title: string;
  /** Paths or patterns, relative to the project. */
  files: string[];
  /** Paths or patterns of the tests, which must run without a system or runtime. */
  tests: string[];
  /** Environment variables for the tests, such as a smaller number of generated cases. */
  env?: Record<string, string>;
}

/** The subjects by name. `npm run prove -- mutate <name>` runs one of them. */
export const SUBJECTS: Record<string, Subject> = {
  pipeline: {
    title: "the pipeline of the APIs: admission, input, answer",
    files: ["shared/api/pipeline/*.ts"],
    tests: [
      "test/unit/api/{answer-cache,idempotency-key,input-errors,measured-calls,read-input,run-operation}.test.ts",
      "test/unit/account/gate.test.ts",
    ],
  },
  http: {
    title: "requests over HTTP: body, address, answer",
    files: ["shared/api/http/{json-body,responses,serve-directly,serve-http}.ts"],
    tests: ["test/unit/api/{measured-calls,serve-http,strict-json,url-input}.test.ts"],
  },
  mcp: {
    title: "requests over MCP: messages, batches, admission",
    files: ["shared/api/mcp/{admission,endpoint,json-rpc}.ts"],
    tests: [
      "test/unit/api/elicitation.test.ts",
      "test/unit/api/mcp/{cards,endpoint,json-rpc,tools-from-elsewhere}.test.ts",
    ],
  },
  "mcp-direct": {
    title: "MCP without the SDK: its requests and their responses",
    files: ["shared/api/mcp/{answer-message,plain-request,reply}.ts"],
    tests: ["test/unit/api/mcp/{answers,endpoint,plain-request}.test.ts"],
    env: { GENERATED_REQUESTS: "200" },
  },
  journal: {
    title: "the journal of actions",
    files: ["durable-objects/account/journal/*.ts"],
    tests: ["test/unit/account/{due-times,journal,journal-rows,reconciler}.test.ts"],
  },
  reconciliation: {
    title: "reconciliation: lookups, sweeps, the operator's decisions",
    files: ["durable-objects/account/outcomes/*.ts"],
    tests: ["test/unit/account/{action-outcomes,operator-decision,reconciler}.test.ts"],
  },
  limiters: {
    title: "rate limits of addresses and connections",
    files: ["shared/platform/{address-limit,rate-limit}.ts", "workers/account/actions/hourly-limits.ts"],
    tests: [
      "test/unit/platform/{address-limit,rate-limit}.test.ts",
      "test/unit/account/gate.test.ts",
      "test/unit/billing/sign-in-attempts.test.ts",
    ],
  },
  registries: {
    title: "limits of registries: tokens, days, circuit breaker, queue",
    files: ["durable-objects/registry/{circuit-breaker,day-count,host-throttle,question-queue,reserved-tokens}.ts"],
    tests: [
      "test/unit/availability/{circuit-breaker,daily-limit,host-throttle,question-queue,reserved-tokens}.test.ts",
    ],
  },
  "billing-host": {
    title: "limits of a billing system's host: slots, circuit breaker",
    files: ["durable-objects/billing-host/{call-slots,host-circuit}.ts"],
    tests: ["test/unit/billing-host/{call-slots,host-circuit}.test.ts"],
  },
  classifier: {
    title: "the classifier of registries' answers: from an answer to a verdict",
    files: [
      "workers/catalogue/availability/classify/{classify-das,classify-rdap,classify-whois,domain-name}.ts",
      "workers/catalogue/availability/combine-verdicts.ts",
    ],
    tests: ["test/unit/availability/{classify*,combine-verdicts,recorded}.test.ts"],
  },
  evidence: {
    title: "the classifier's evidence: fields and statements of an answer",
    files: ["workers/catalogue/availability/classify/{evidence,evidence-rules}.ts"],
    tests: ["test/unit/availability/{classify*,recorded}.test.ts"],
  },
  wording: {
    title: "the classifier's vocabulary: the meaning of registries' sentences and fields",
    files: ["workers/catalogue/availability/classify/{field-wording,statement-wording}.ts"],
    tests: ["test/unit/availability/{classify*,recorded}.test.ts"],
  },
  cursors: {
    title: "cursors of lists and exports",
    files: ["workers/account/queries/cursors.ts", "shared/operator-contract/export-pages.ts"],
    tests: ["test/unit/account/cursors.test.ts", "test/unit/operator/export-pages.test.ts"],
  },
  money: {
    title: "money: amounts, taxes, prices, proration",
    files: ["shared/platform/money.ts", "workers/billing/engine/invoices/*.ts", "workers/billing/engine/pricing/*.ts"],
    tests: [
      "test/unit/billing/{domain-prices,parties,pro-rata,taxes}.test.ts",
      "test/unit/domain-names/extensions.test.ts",
      "test/unit/platform/money.test.ts",
      "test/engine/{contract,domain-orders,plan-changes,plan-orders,renewals,walk/walk}.test.ts",
    ],
  },
  credits: {
    title: "credits: payments, what they pay, and plan changes",
    files: [
      "shared/ordering/plan-changes.ts",
      "workers/billing/engine/orders/paid-order.ts",
      "workers/billing/engine/payments/{allocation,payments,receipts,recorded-payments}.ts",
      "workers/billing/engine/services/plan-changes.ts",
    ],
    tests: [
      "test/unit/billing/{allocation,paid-order}.test.ts",
      "test/unit/ordering/{plan-changes,plans}.test.ts",
      "test/engine/{charges,competing-orders,contract,notices,payments,plan-changes,plan-orders}.test.ts",
      "test/engine/{recorded-payments,renewals,services-and-money,set-ups,stripe,walk/walk}.test.ts",
    ],
  },
};

/** Folders in which every file belongs to a subject. */
export const WHOLE_FOLDERS = [
  "durable-objects/account/journal",
  "durable-objects/account/outcomes",
  "shared/api/pipeline",
  "workers/billing/engine/invoices",
  "workers/billing/engine/pricing",
  "workers/catalogue/availability/classify",
];
