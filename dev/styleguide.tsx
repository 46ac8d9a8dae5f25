import { CodeBlock, CopiedLine } from "../shared/pages/code-block.tsx";
import { DataTable } from "../shared/pages/data-table.tsx";
import { ChoiceField, ErrorSummary, Field, fieldState } from "../shared/pages/error-summary.tsx";
import { Layout } from "../shared/pages/layout.tsx";
import { pageResponse } from "../shared/pages/page-response.ts";
import { SearchForm } from "../shared/pages/search-form.tsx";
import { themeFrom } from "../shared/pages/theme.ts";
import { Tick } from "../shared/pages/tick.tsx";
import { visitOf } from "../shared/pages/visit.ts";

const NOTHING = { BRAND_MENU: "", BRAND_LINKS: "", SOCIAL_IMAGE: "", BRAND_LOGO_URL: "" };
const NO_PAGES = { TERMS_URL: "", PRIVACY_URL: "", STATUS_URL: "", SUPPORT_URL: "", SIGN_UP_URL: "" };

/** Handles `/styleguide` in local work. It shows components of `shared/pages` in their states. */
export function styleguide(request: Request): Promise<Response> {
  const visit = visitOf(request);
  const theme = themeFrom({ ...NOTHING, ...NO_PAGES, BRAND_NAME: "Maple Hosting", BRAND_COLOUR: "#0b6e4f" });
  const page = (
    <Layout theme={theme} visit={visit} title="Components" width="wide">
      <div class="stack loose">
        <h1>Components</h1>
        {Object.entries(COMPONENTS).map(([name, states]) => (
          <section class="stack">
            <h2>{name}</h2>
            {states}
          </section>
        ))}
      </div>
    </Layout>
  );
  return pageResponse(page, { theme, visit });
}

const VISIT = visitOf(new Request("http://localhost/styleguide"));
const MISTAKE = [{ field: "wrong", text: "Write an address such as you@provider.example." }];

const COMPONENTS = {
  Button: (
    <p class="buttons">
      <button class="button" type="button">
        Secondary
      </button>
      <button class="button danger" type="button">
        Disconnect
      </button>
      <button class="quiet" type="button">
        Sign out
      </button>
      <button class="button primary" type="button">
        Continue
      </button>
    </p>
  ),
  Field: (
    <>
      <ErrorSummary title="Nothing was sent." errors={MISTAKE} />
      <Field id="right" label="E-mail" hint="We write to this address." errors={[]}>
        <input id="right" type="email" value="you@provider.example" {...fieldState("right", [], "right-hint")} />
      </Field>
      <Field id="wrong" label="E-mail" errors={MISTAKE}>
        <input id="wrong" type="email" value="you" {...fieldState("wrong", MISTAKE)} />
      </Field>
      <Field id="chosen" label="Limit it to" errors={[]}>
        <select id="chosen">
          <option>Everything</option>
          <option>One domain</option>
        </select>
      </Field>
    </>
  ),
  "Radio card": (
    <ChoiceField id="period" legend="Pay for" errors={[]}>
      <Tick type="radio" id="month" name="period" value="month" label="1 month" consequences={["$7.99 a month"]} />
      <Tick
        type="radio"
        id="year"
        name="period"
        value="year"
        label="1 year"
        consequences={["$71.88 a year"]}
        isTicked
      />
      <Tick id="ticked" name="terms" value="1" label="I accept these terms" isTicked />
      <Tick id="not" name="not" value="1" label="Not included in your access" isDisabled />
    </ChoiceField>
  ),
  Chip: (
    <p class="chips">
      <span class="chip">Transferred away</span>
      <span class="chip ok">Active</span>
      <span class="chip waits">Unpaid</span>
      <span class="chip bad">Overdue</span>
      <span class="chip info">New</span>
      <span class="chip brand-chip">Orders</span>
      <a class="chip" href="?" aria-current="true">
        Web hosting
      </a>
      <a class="chip" href="?">
        VPS
      </a>
    </p>
  ),
  "Switch of links": (
    <nav class="switch" aria-label="Period">
      <a href="?cycle=month">1 month</a>
      <a href="?cycle=year" aria-current="true">
        1 year
      </a>
    </nav>
  ),
  Tabs: (
    <nav class="tab-links" aria-label="Sections">
      <a href="?tab=overview" aria-current="page">
        Overview
      </a>
      <a href="?tab=services">Services</a>
    </nav>
  ),
  "Table in a card": (
    <div class="card flush">
      <DataTable
        caption="Invoices"
        columns={[{ label: "Number" }, { label: "State" }, { label: "To pay", amount: true }]}
        rows={[
          { key: "1", cells: [<a href="?">2026-6102</a>, <span class="chip bad">Overdue</span>, "CA$7.34"] },
          { key: "2", cells: [<a href="?">2026-6103</a>, <span class="chip ok">Paid</span>, "CA$0.00"] },
        ]}
      />
    </div>
  ),
  Tile: (
    <div class="tiles">
      <div class="tile waits">
        <p>To pay</p>
        <strong>CA$126.75</strong>
        <p>4 invoices, 2 overdue</p>
        <a class="button primary" href="?">
          Pay CA$126.75
        </a>
      </div>
      <a class="tile" href="?">
        <strong>3</strong> Renewing in 60 days
      </a>
      <a class="tile ok" href="?">
        <strong>0</strong> stuck actions
      </a>
    </div>
  ),
  "Wide table with ids": (
    <div class="card flush">
      <section class="wide" aria-label="Connections">
        <DataTable
          caption="Connections"
          columns={[{ label: "Connection" }, { label: "Application" }, { label: "Last used" }]}
          rows={[
            {
              key: "1",
              cells: [
                <a href="?">
                  <code class="id" title="5TG2q78DlhcSNPLKb9YbNO">
                    5TG2q78DlhcSNPLKb9YbNO
                  </code>
                </a>,
                "Atlas Assistant",
                <time datetime="2026-11-24T13:44:02Z" title="2026-11-24T13:44:02Z">
                  38 minutes ago
                </time>,
              ],
            },
          ]}
        />
      </section>
    </div>
  ),
  "List with a search": (
    <search class="list-tools">
      <SearchForm visit={VISIT} path="?" label="Find a domain name" button="Search" />
      <nav class="chips" aria-label="Groups">
        <a class="chip" href="?" aria-current="true">
          Current 6
        </a>
        <a class="chip" href="?">
          Former 2
        </a>
      </nav>
    </search>
  ),
  "Rows in a card": (
    <div class="card flush">
      <ul class="rows">
        <li>
          <div class="grow">
            <p>
              <strong>Invoice 2026-6107</strong> <span class="chip bad">Overdue</span>
            </p>
            <p class="small muted">Due on 20 October 2026</p>
          </div>
          <strong class="amounts">CA$22.98</strong>
          <a class="button" href="?">
            Pay
          </a>
        </li>
      </ul>
    </div>
  ),
  Notice: (
    <>
      <p class="note">A plan is a separate order.</p>
      <p class="note ok">Paid on 24 November 2026.</p>
      <p class="note warning">
        <strong>Not verified.</strong> This application registered itself.
      </p>
      <p class="note info">Planned work on Sunday.</p>
    </>
  ),
  Sums: (
    <dl class="sums">
      <div>
        <dt>Web Start, 1 year</dt>
        <dd>CA$71.88</dd>
      </div>
      <div class="off">
        <dt>Discount, 50%</dt>
        <dd>−CA$35.94</dd>
      </div>
      <div class="total">
        <dt>Due today</dt>
        <dd>CA$35.94</dd>
      </div>
    </dl>
  ),
  "Definition list": (
    <dl class="parameters">
      <div>
        <dt class="muted">Registered</dt>
        <dd>29 June 2023</dd>
      </div>
      <div>
        <dt class="muted">Expires</dt>
        <dd>29 June 2027</dd>
      </div>
    </dl>
  ),
  Code: (
    <>
      <CodeBlock language="en">curl https://desk.example/api/v1/plans</CodeBlock>
      <CopiedLine language="en">https://desk.example/api/v1/mcp</CopiedLine>
    </>
  ),
  "Empty state": <p class="empty">There is nothing to pay.</p>,
  Timeline: (
    <ol class="timeline">
      <li class="waits">
        Claude asks to cancel WordPress Start <time>2 h ago</time>
      </li>
      <li class="done">
        You paid invoice 2026-6108 <time>11 Nov</time>
      </li>
      <li>
        Renewal notice sent <time>3 Nov</time>
      </li>
    </ol>
  ),
  Fold: (
    <details class="fold">
      <summary>Limits and approvals</summary>
      <p>Whole account, no approval first.</p>
    </details>
  ),
  Monogram: (
    <p class="chips">
      <span class="monogram little">C</span>
      <span class="monogram">C</span>
      <span class="monogram great">C</span>
      <span class="monogram great brand-mark">M</span>
    </p>
  ),
};
