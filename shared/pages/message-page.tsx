import type { Child } from "hono/jsx";
import { Layout } from "./layout.tsx";
import type { Theme } from "./theme.ts";
import type { Visit } from "./visit.ts";

interface MessagePageProps {
  theme: Theme;
  visit: Visit;
  title: string;
  /** What happened, and what did not. */
  what: string;
  /** What to do next. */
  next: string;
  /** Links or buttons that do it. */
  children?: Child;
}

/** A page with a message only: not found, unavailable, expired, signed out. */
export function MessagePage({ theme, visit, title, what, next, children }: MessagePageProps) {
  return (
    <Layout theme={theme} visit={visit} title={title} width="reading">
      <div class="card stack">
        <h1>{title}</h1>
        <p>{what}</p>
        <p class="muted">{next}</p>
        {children}
      </div>
    </Layout>
  );
}
