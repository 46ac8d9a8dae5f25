import * as z from "zod";
import { currencyOutput, langOutput } from "../../../shared/catalogue-contract/answers.ts";
import { HEALTH_STATUSES } from "../api/health-monitor.ts";
import { catalogueOperation } from "../catalogue-context.ts";
import { localeInput } from "../schemas/common.ts";

export const getStatus = catalogueOperation({
  id: "getStatus",
  http: { method: "GET", path: "/status" },
  title: "Get the status",
  label: { fr: "Lire l’état du service" },
  summary: {
    en: "Shows whether the catalogue and the systems that it depends on work.",
    fr: "Indique si le catalogue et les systèmes dont il dépend fonctionnent.",
  },
  description:
    "Health check: `ok` when every part answers, `degraded` when one does not but the catalogue is still served. 503 when nothing can be served. `billing` and `cache` are at most 30 seconds old. `registries` is `failing` when the last query of every host of a registry failed within ten minutes, or when checks avoid those hosts because they refused. A host without recent queries counts as answering. `scheduled_work` is `failing` when renewals, waiting orders or price readings are overdue. Never stored.",
  effect: "read",
  freshFor: 0,
  problems: ["billing_unavailable"],
  input: z.strictObject({ ...localeInput }),
  output: z.object({
    status: z.enum(["ok", "degraded"]).describe("`degraded`: a part does not answer."),
    version: z.string().describe("Version of the interface."),
    currency: currencyOutput,
    lang: langOutput,
    time: z.iso.datetime().describe("When the status was checked."),
    checks: z
      .array(
        z
          .object({
            name: z
              .string()
              .describe("The part: the billing system, the cache, the registries, or the scheduled work."),
            status: z.enum(HEALTH_STATUSES).describe("Whether it answers."),
          })
          .meta({ id: "HealthCheck" }),
      )
      .describe("Each part that the catalogue depends on."),
  }),
  example: {},
  async run({ version, checkHealth, ensureServable, now }, { currency: asked, lang }) {
    // This call must come first: it loads the price list whose extensions determine which registries are checked.
    const currency = await ensureServable({ currency: asked, language: lang });
    const checks = await checkHealth();
    return {
      status: checks.every(({ status }) => status === "ok") ? ("ok" as const) : ("degraded" as const),
      version,
      currency,
      lang,
      time: now().toISOString(),
      checks,
    };
  },
});
