import type { Language } from "../../platform/language.ts";
import { CodeBlock, CopiedLine } from "../code-block.tsx";
import { byLanguage, typeset } from "../french-typography.ts";
import { CONNECT_CLIENTS, type ConnectClient, type ConnectWay, canConnect, waysTo } from "./clients.ts";
import type { ServerEntry } from "./server-entry.ts";

export const connectingTexts = byLanguage({
  title: {
    catalogue: { en: "Add the catalogue to an assistant", fr: "Ajouter le catalogue à un assistant" },
    account: { en: "Connect an assistant", fr: "Connecter un assistant" },
    "account-reader": {
      en: "Connect an assistant that only reads",
      fr: "Connecter un assistant qui ne fait que lire",
    },
  },
  lead: {
    catalogue: {
      en: "Plans, prices and domain names, for anyone, without signing in. If you connect your account, you do not need this: the account’s server has these tools too.",
      fr: "Les forfaits, les prix et les noms de domaine, pour tout le monde et sans ouvrir de session. Si vous connectez votre compte, ceci est inutile : le serveur du compte a aussi ces outils.",
    },
    account: {
      en: "The assistant opens our sign-in page, at once or when it first needs your account. In a command-line client, type /mcp to sign in. You decide there what it may do.",
      fr: "L’assistant ouvre notre page de connexion, tout de suite ou dès qu’il a besoin de votre compte. Dans un client en ligne de commande, tapez /mcp pour ouvrir une session. C’est là que vous décidez de ce qu’il peut faire.",
    },
    "account-reader": {
      en: "The assistant opens our sign-in page, at once or when it first needs your account. In a command-line client, type /mcp to sign in. It reads your account and can change nothing.",
      fr: "L’assistant ouvre notre page de connexion, tout de suite ou dès qu’il a besoin de votre compte. Dans un client en ligne de commande, tapez /mcp pour ouvrir une session. Il lit votre compte et ne peut rien y modifier.",
    },
  },
  /** The hint next to links that open an installed application. */
  installed: {
    en: "A button opens an application that is installed on this device. The manual steps are below it.",
    fr: "Un bouton ouvre une application installée sur cet appareil. En dessous se trouvent les étapes à suivre à la main.",
  },
  add: {
    catalogue: (client: string) => ({ en: `Add the catalogue to ${client}`, fr: `Ajouter le catalogue à ${client}` }),
    account: (client: string) => ({ en: `Add your account to ${client}`, fr: `Ajouter votre compte à ${client}` }),
    "account-reader": (client: string) => ({
      en: `Add your account to ${client}, for reading only`,
      fr: `Ajouter votre compte à ${client}, en lecture seule`,
    }),
  },
  open: (client: string) => ({ en: `Open ${client}`, fr: `Ouvrir ${client}` }),
  file: (path: string) => ({ en: `In ${path}:`, fr: `Dans ${path} :` }),
  terminal: { en: "In a terminal:", fr: "Dans un terminal :" },
  publicOnly: (client: string) => ({
    en: `${client} calls from its own network, so it needs a public https address.`,
    fr: `${client} appelle depuis son propre réseau ; il lui faut donc une adresse https publique.`,
  }),
  /** A name followed by its explanation. */
  labelled: (name: string, what: string) => ({ en: `${name}: ${what}`, fr: `${name} : ${what}` }),
  documentation: { en: "Documentation", fr: "Documentation" },
  others: { en: "Others", fr: "Autres" },
  other: { en: "Any other MCP client", fr: "Tout autre qui accepte des serveurs MCP" },
  otherText: {
    en: "Give it this address, Streamable HTTP:",
    fr: "Donnez-lui cette adresse, Streamable HTTP :",
  },
});

interface ConnectClientsProps {
  server: ServerEntry;
  language: Language;
}

/** Maximum number of clients that have their own tile. One more tile contains all others. */
const MAX_TILES = 5;

/** The ways to add a server to each client: a button, a command or lines for a file. */
export function ConnectClients({ server, language }: ConnectClientsProps) {
  const texts = connectingTexts[language];
  const clientsOf = (clients: ConnectClient[]) =>
    clients.map((client) => <Client client={client} server={server} language={language} />);
  return (
    <div class="stack">
      <p>{texts.lead[server.part]}</p>
      <section class="clients">
        {CONNECT_CLIENTS.slice(0, MAX_TILES).map((client) => (
          <details name={`client-${server.part}`}>
            <Tile mark={markOf(client.name)} label={client.name} />
            {clientsOf([client])}
          </details>
        ))}
        <details name={`client-${server.part}`}>
          <Tile mark="…" label={texts.others} />
          <div>
            {clientsOf(CONNECT_CLIENTS.slice(MAX_TILES))}
            <p class="strong">{texts.other}</p>
            <p>{texts.otherText}</p>
          </div>
        </details>
      </section>
      <CopiedLine language={language}>{server.url}</CopiedLine>
    </div>
  );
}

/** Returns two letters that distinguish the tiles: `Cl` for Claude, `CC` for Claude Code. */
function markOf(name: string): string {
  const [first = "", second] = name.split(" ");
  return second ? first.slice(0, 1) + second.slice(0, 1) : first.slice(0, 2);
}

function Tile({ mark, label }: { mark: string; label: string }) {
  return (
    <summary>
      <span class="monogram little" aria-hidden="true">
        {mark}
      </span>
      {label}
    </summary>
  );
}

/** One client with the ways to add a server to it. */
function Client({ client, server, language }: ConnectClientsProps & { client: ConnectClient }) {
  const texts = connectingTexts[language];
  const ways = waysTo(client, server);
  return (
    <div class="client stack tight">
      <p class="strong">{client.name}</p>
      {canConnect(client, server) ? (
        <>
          {opensApplication(ways, server) && ways.length > 1 && <p class="faint small">{texts.installed}</p>}
          {ways.map((way) => (
            <Way way={way} name={client.name} server={server} language={language} />
          ))}
          {client.note && <p class="muted small">{typeset(client.note, language)}</p>}
        </>
      ) : (
        <p class="muted">{texts.publicOnly(client.name)}</p>
      )}
      <p class="links">
        <a href={client.documentation} target="_blank" rel="noopener">
          {texts.documentation}
          <span class="only-heard"> {client.name}</span>
        </a>
      </p>
    </div>
  );
}

/** Checks whether a link opens the application through the application's own URL scheme. */
function opensApplication(ways: ConnectWay[], server: ServerEntry): boolean {
  return ways.some((way) => way.kind === "link" && !way.address(server).startsWith("https:"));
}

type WayProps = ConnectClientsProps & { way: ConnectWay; name: string };

function Way({ way, name, server, language }: WayProps) {
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
          <CodeBlock language={language}>{way.line(server)}</CodeBlock>
        </>
      );
    case "file":
      return (
        <>
          <p class="muted small">{way.caption ? typeset(way.caption, language) : texts.file(way.path)}</p>
          <CodeBlock language={language}>{way.text(server)}</CodeBlock>
        </>
      );
  }
}

/**
 * A link that opens the client. It is not a primary button, because the page has many equivalent ones. A link with an
 * application's own URL scheme opens no new tab, because that tab would stay empty.
 */
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
