/** Text to copy: a command, a file, an answer. */
export function CodeBlock({ children }: { children: string }) {
  return (
    <pre translate="no">
      <code>{children}</code>
    </pre>
  );
}
