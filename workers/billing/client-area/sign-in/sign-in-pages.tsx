import type { Child } from "hono/jsx";
import { ErrorSummary, FieldError, type FormError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import { FilledText } from "../../../../shared/pages/filled-text.tsx";
import { Layout } from "../../../../shared/pages/layout.tsx";
import type { AreaRequest } from "../area-request.ts";
import type { AreaSession } from "../area-sessions.ts";
import { areaTexts } from "../area-texts.ts";
import { FormToken } from "../components/form-token.tsx";
import { signInTexts } from "./sign-in-texts.ts";

interface SignInProps {
  to: AreaRequest & { session: AreaSession };
  /** Where the form posts to. */
  action: string;
  errors: FormError[];
}

interface PasswordPageProps extends SignInProps {
  email: string;
  /** The cart that it leads back to; null: it leads elsewhere. */
  order: string | null;
  note?: string;
}

/** Asks for e-mail and password. */
export function PasswordPage({ to, action, errors, email, order, note }: PasswordPageProps) {
  const texts = signInTexts[to.visit.language];
  return (
    <Frame to={to} title={texts.title}>
      <div class="stack tight">
        <h1>{texts.title}</h1>
        <p class="muted">{order === null ? texts.lead : texts.leadToOrder}</p>
      </div>
      {note && (
        <p class="note" role="status">
          {note}
        </p>
      )}
      <ErrorSummary errors={errors} />
      <form class="stack" method="post" action={action} novalidate>
        <FormToken own={to} />
        <div class="field">
          <label for="email">{texts.email}</label>
          <input
            id="email"
            name="email"
            type="email"
            value={email}
            required
            maxlength={254}
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            {...fieldState("email", errors)}
          />
          <FieldError field="email" errors={errors} />
        </div>
        <div class="field">
          <label for="password">{texts.password}</label>
          <input
            id="password"
            name="password"
            type="password"
            required
            maxlength={1024}
            autocomplete="current-password"
            {...fieldState("password", errors)}
          />
          <FieldError field="password" errors={errors} />
        </div>
        <div class="buttons forward">
          {order !== null && (
            <a class="quiet" href={order}>
              {texts.backToOrder}
            </a>
          )}
          <button class="button primary" type="submit">
            {texts.send}
          </button>
        </div>
      </form>
    </Frame>
  );
}

interface CodePageProps extends SignInProps {
  email: string;
  challenge: string;
  /** Where another sign-in begins. */
  again: string;
}

/** Asks for the code of the login's authenticator. The challenge is this browser's alone, so the form carries it. */
export function CodePage({ to, action, errors, email, challenge, again }: CodePageProps) {
  const texts = signInTexts[to.visit.language];
  return (
    <Frame to={to} title={texts.secondTitle}>
      <div class="stack tight">
        <h1>{texts.secondTitle}</h1>
        <p class="muted">
          <FilledText text={texts.secondLead} fill={{ email: <bdi class="host">{email}</bdi> }} />
        </p>
      </div>
      <ErrorSummary errors={errors} />
      <form class="stack" method="post" action={action} novalidate>
        <FormToken own={to} />
        <input type="hidden" name="challenge" value={challenge} />
        <input type="hidden" name="email" value={email} />
        <div class="field">
          <label for="code">{texts.code}</label>
          <input
            id="code"
            name="code"
            required
            maxlength={16}
            inputmode="numeric"
            autocomplete="one-time-code"
            spellcheck={false}
            {...fieldState("code", errors)}
          />
          <FieldError field="code" errors={errors} />
        </div>
        <div class="buttons forward">
          <a class="quiet" href={again}>
            {texts.startAgain}
          </a>
          <button class="button primary" type="submit">
            {texts.codeSend}
          </button>
        </div>
      </form>
    </Frame>
  );
}

function Frame({ to, title, children }: { to: AreaRequest; title: string; children: Child }) {
  const texts = areaTexts[to.visit.language];
  return (
    <Layout theme={to.theme} visit={to.visit} title={title} width="reading">
      <div class="card stack loose">{children}</div>
      {to.payment.isSandbox && (
        <div class="below-card stack tight">
          <p>
            {texts.demonstration} {texts.demonstrationLogins}
          </p>
        </div>
      )}
    </Layout>
  );
}
