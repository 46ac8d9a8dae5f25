import { formatZonedInstant } from "../../../shared/pages/formats.ts";
import { byLanguage } from "../../../shared/pages/french-typography.ts";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import { SitePage } from "../components/site-page.tsx";
import type { SitePageRequest } from "../page-request.ts";

const PARTS = ["catalogue", "account", "registries", "billing", "scheduled_work"] as const;
type StatusPart = (typeof PARTS)[number];
/** `partly` means that some of the many registries do not respond. */
type State = "works" | "partly" | "fails" | "unknown";
const CHIPS: Record<State, string> = { works: "ok", partly: "waits", fails: "bad", unknown: "waits" };

/** Handles `/status`. It shows each part's state and the provider's notes. Programs use the catalogue's `getStatus`. */
export async function status(request: SitePageRequest): Promise<Response> {
  const { context, visit, addresses } = request;
  const { theme } = context;
  const texts = statusTexts[visit.language];
  const states = await readStates(request);
  const others = new Set(PARTS.map((part) => states[part]).filter((state) => state !== "works"));
  const isWell = others.size === 0;
  const title = isWell ? texts.works : others.size === 1 && others.has("partly") ? texts.partly : texts.fails;
  const page = (
    <SitePage request={request} path="/status" title={title} description={texts.lead} width="medium">
      <div class="stack">
        <header class={`stack tight note ${isWell ? "ok" : "warning"}`}>
          <h1>{title}</h1>
          <p class="muted">{texts.lead}</p>
        </header>
        <Notes request={request} />
        <div class="card flush">
          <ul class="rows whole">
            {PARTS.map((part) => (
              <li>
                <div class="grow">
                  <p class="strong">{texts.parts[part].name}</p>
                  <p class="muted small">{states[part] === "partly" ? texts.slow : texts.parts[part].about}</p>
                </div>
                <span class={`chip ${CHIPS[states[part]]}`}>{texts.states[states[part]]}</span>
              </li>
            ))}
          </ul>
        </div>
        <p class="links">
          <a href={`${addresses.catalogue}/status`}>{texts.json}</a>
          {theme.brand.support && <a href={theme.brand.support}>{texts.support}</a>}
        </p>
      </div>
    </SitePage>
  );
  return pageResponse(page, { theme, visit });
}

async function readStates({ context, visit, requestId }: SitePageRequest): Promise<Record<StatusPart, State>> {
  const { origin } = visit.url;
  const [health, metadata] = await Promise.all([
    context.catalogue.status({ origin, requestId, language: "en" }),
    context.account.scopes({ origin, requestId }),
  ]);
  const stateOf = (part: StatusPart): State => {
    const check = health?.value.checks.find(({ name }) => name === part);
    if (!check) return "unknown";
    return check.status === "ok" ? "works" : "fails";
  };
  const registries = stateOf("registries");
  return {
    catalogue: health ? "works" : "fails",
    account: metadata ? "works" : "fails",
    registries: registries === "fails" ? "partly" : registries,
    billing: stateOf("billing"),
    scheduled_work: stateOf("scheduled_work"),
  };
}

/** Renders the provider's notes that have not ended. */
function Notes({ request: { context, visit } }: { request: SitePageRequest }) {
  const { language } = visit;
  const notes = context.statusNotes.filter(({ to }) => context.now().getTime() < Date.parse(to));
  return (
    <>
      {notes.map(({ from, to, text }) => (
        <p class="note warning">
          <strong>
            {formatZonedInstant(from, language, "UTC")} – {formatZonedInstant(to, language, "UTC")}
          </strong>{" "}
          {text[language]}
        </p>
      ))}
    </>
  );
}

const statusTexts = byLanguage({
  works: { en: "Everything works", fr: "Tout fonctionne" },
  fails: { en: "Some parts do not work", fr: "Certaines parties ne fonctionnent pas" },
  partly: { en: "Almost everything works", fr: "Presque tout fonctionne" },
  slow: {
    en: "Searches of some extensions are slow or fail.",
    fr: "La recherche de certaines extensions est lente ou échoue.",
  },
  lead: { en: "Checked when this page was opened.", fr: "Vérifié à l’ouverture de cette page." },
  parts: {
    catalogue: {
      name: { en: "Prices and plans", fr: "Prix et forfaits" },
      about: { en: "The shop and the catalogue API", fr: "La boutique et l’API du catalogue" },
    },
    account: {
      name: { en: "Account", fr: "Compte" },
      about: {
        en: "Signing in, the account API and assistants",
        fr: "La connexion, l’API du compte et les assistants",
      },
    },
    registries: {
      name: { en: "Domain search", fr: "Recherche de domaines" },
      about: { en: "Answers from the registries", fr: "Les réponses des registres" },
    },
    billing: {
      name: { en: "Billing", fr: "Facturation" },
      about: { en: "Orders, invoices and payments", fr: "Les commandes, les factures et les paiements" },
    },
    scheduled_work: {
      name: { en: "Scheduled work", fr: "Tâches planifiées" },
      about: { en: "Renewals and orders on time", fr: "Les renouvellements et les commandes à temps" },
    },
  },
  states: {
    works: { en: "Works", fr: "Fonctionne" },
    partly: { en: "Works in part", fr: "En partie" },
    fails: { en: "Does not work", fr: "Ne fonctionne pas" },
    unknown: { en: "Not known", fr: "Inconnu" },
  },
  json: { en: "This page as JSON", fr: "Cette page en JSON" },
  support: { en: "Contact us", fr: "Nous joindre" },
});
