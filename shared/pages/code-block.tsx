/** A command or a file as it is to be copied: a click selects all of it. */
export function CodeBlock({ children }: { children: string }) {
  return (
    <pre class="whole" translate="no">
      <code>{children}</code>
    </pre>
  );
}
