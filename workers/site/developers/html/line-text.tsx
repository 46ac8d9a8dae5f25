import type { Visit } from "../../../../shared/pages/visit.ts";
import { RichText } from "../../components/rich-text.tsx";
import type { Line } from "../content/blocks.ts";
import { hrefOn } from "./page-link.ts";

/** A text with code and links. */
export function LineText({ line, visit }: { line: Line; visit: Visit }) {
  return (
    <>
      {(Array.isArray(line) ? line : [line]).map((piece) =>
        typeof piece === "string" ? (
          <RichText>{piece}</RichText>
        ) : (
          <a href={hrefOn(visit, piece.href)}>
            <RichText>{piece.text}</RichText>
          </a>
        ),
      )}
    </>
  );
}
