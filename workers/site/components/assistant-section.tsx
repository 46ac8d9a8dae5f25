import type { AccountTexts } from "../pages/account-texts.ts";

interface AssistantSectionProps {
  /** {account_mcp_url} */
  server: string;
  /** Address of the connected assistants. */
  manage: string;
  texts: AccountTexts["assistant"];
}

/** How a person connects an assistant to their own account. */
export function AssistantSection({ server, manage, texts }: AssistantSectionProps) {
  return (
    <section class="section stack" aria-labelledby="assistants">
      <h2 id="assistants">{texts.title}</h2>
      <div class="card stack loose">
        <p>{texts.text}</p>
        <dl class="parameters">
          {texts.steps.map(([title, text], index) => (
            <div>
              <dt class="strong">
                {index + 1}. {title}
              </dt>
              <dd class="stack tight">
                <p>{text}</p>
                {index === 0 && <code class="address">{server}</code>}
              </dd>
            </div>
          ))}
        </dl>
        <p>{texts.end}</p>
        <p class="links">
          <a href={manage}>{texts.manage}</a>
        </p>
      </div>
    </section>
  );
}
