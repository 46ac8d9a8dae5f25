import type { Language } from "../../platform/language.ts";
import { CodeBlock } from "../code-block.tsx";
import { typeset } from "../french-typography.ts";
import { CONNECT_CLIENTS, type ConnectClient, type ConnectWay, canConnect } from "./clients.ts";
import type { ServerEntry } from "./server-entry.ts";
import { connectingTexts } from "./texts.ts";

interface ConnectClientsProps {
  server: ServerEntry;
  language: Language;
}

/** How a server is added to each client that has a documented way: a button, a command or lines for a file. */
export function ConnectClients({ server, language }: ConnectClientsProps) {
  const texts = connectingTexts[language];
  return (
    <div class="stack">
      <p>{texts.lead[server.part]}</p>
      <p class="muted small">{texts.installed}</p>
      <dl class="parameters clients">
        {CONNECT_CLIENTS.map((client) => (
          <div>
            <dt class="stack tight">
              <span class="strong">{client.name}</span>
              <a class="small" href={client.source.address} target="_blank" rel="noopener">
                {texts.documentation}
              </a>
            </dt>
            <dd class="stack tight">
              <Ways client={client} server={server} language={language} />
            </dd>
          </div>
        ))}
        <div>
          <dt class="strong">{texts.other}</dt>
          <dd class="stack tight">
            <p>{texts.otherText}</p>
            <code class="address" translate="no">
              {server.url}
            </code>
          </dd>
        </div>
      </dl>
    </div>
  );
}

type WaysProps = ConnectClientsProps & { client: ConnectClient };

function Ways({ client, server, language }: WaysProps) {
  if (!canConnect(client, server)) {
    return <p class="muted">{connectingTexts[language].publicOnly(client.name)}</p>;
  }
  return (
    <>
      {client.ways.map((way) => (
        <Way way={way} client={client} server={server} language={language} />
      ))}
      {client.note && <p class="muted small">{typeset(client.note, language)}</p>}
    </>
  );
}

function Way({ way, client: { name }, server, language }: WaysProps & { way: ConnectWay }) {
  const texts = connectingTexts[language];
  switch (way.kind) {
    case "link":
      return <WayIn address={way.address(server)} label={texts.add[server.part](way.opens?.[language] ?? name)} />;
    case "form":
      return (
        <>
          <WayIn address={way.address} label={texts.open(name)} />
          <p>{typeset(way.steps[server.part], language)}</p>
        </>
      );
    case "command":
      return (
        <>
          <p class="muted small">{way.caption ? typeset(way.caption, language) : texts.terminal}</p>
          <CodeBlock>{way.line(server)}</CodeBlock>
        </>
      );
    case "file":
      return (
        <>
          <p class="muted small">{texts.file(way.path)}</p>
          <CodeBlock>{way.text(server)}</CodeBlock>
        </>
      );
  }
}

/** One of many equal ways, so no button. A web page opens beside this one; a new tab for an application's own scheme would stay empty. */
function WayIn({ address, label }: { address: string; label: string }) {
  const beside = address.startsWith("https:") ? { target: "_blank", rel: "noopener" } : {};
  return (
    <p>
      <a class="chip brand-chip" href={address} {...beside}>
        {label}
      </a>
    </p>
  );
}
