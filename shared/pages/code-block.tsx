export function CodeBlock({ children }: { children: string }) {
  return (
    <pre translate="no">
      <code>{children}</code>
    </pre>
  );
}
