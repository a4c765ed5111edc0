/** Turns a file of HTML into Markdown, and finds what its head says about it. Pure. */
import type { Element, Root, RootContent } from "hast";
import { fromHtml } from "hast-util-from-html";
import { toMdast } from "hast-util-to-mdast";
import { gfmTableToMarkdown } from "mdast-util-gfm-table";
import { toMarkdown } from "mdast-util-to-markdown";

export interface HtmlMeta {
  readonly key: string;
  readonly content: string;
  /** Whether it is an element of HTML's own, which a `winnow:` one overrides. */
  readonly isBuiltIn: boolean;
  /** From 1, of the element. */
  readonly line: number;
  readonly column: number;
}

export interface HtmlReading {
  readonly markdown: string;
  /** Of each heading outside of lists, quotes and tables, from 1: the line in the file. */
  readonly headingLines: readonly number[];
  /** In the order of the file: `title`, `language`, and the keys of `winnow:` elements. */
  readonly meta: readonly HtmlMeta[];
}

const MAX_DEPTH = 200;

/** Null where elements stand too deep inside one another to be read. */
export function htmlToMarkdown(text: string): HtmlReading | null {
  const tree = read(text);
  if (tree === null || depthOf(tree) > MAX_DEPTH) return null;
  const meta: HtmlMeta[] = [];
  const headingLines: number[] = [];
  collect(tree, { meta, headingLines, isInside: false });
  const body = toMdast(tree, { document: true });
  const markdown = toMarkdown(body, {
    bullet: "-",
    rule: "-",
    fences: true,
    extensions: [gfmTableToMarkdown({ tablePipeAlign: false })],
    handlers: { delete: (node, _, state, info) => state.containerPhrasing(node, info) },
  });
  return { markdown, headingLines, meta };
}

/** The reader calls itself for each level: a document that exhausts the stack is refused as too deep. */
function read(text: string): Root | null {
  try {
    return fromHtml(text);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function depthOf(tree: Root): number {
  let deepest = 0;
  const open: { readonly node: Root | RootContent; readonly depth: number }[] = [{ node: tree, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    deepest = Math.max(deepest, next.depth);
    if ("children" in next.node) for (const node of next.node.children) open.push({ node, depth: next.depth + 1 });
  }
  return deepest;
}

interface Walk {
  readonly meta: HtmlMeta[];
  readonly headingLines: number[];
  /** Whether it stands inside of something that Markdown would not take a heading out of. */
  readonly isInside: boolean;
}

const CONTAINERS: ReadonlySet<string> = new Set(["blockquote", "ul", "ol", "dl", "table", "pre", "dir"]);

function collect(node: Root | Element, walk: Walk): void {
  for (const child of node.children) {
    if (child.type !== "element") continue;
    note(child, walk);
    collect(child, { ...walk, isInside: walk.isInside || CONTAINERS.has(child.tagName) });
  }
}

function note(element: Element, { meta, headingLines, isInside }: Walk): void {
  const { tagName, properties } = element;
  const { line, column } = element.position?.start ?? { line: 1, column: 1 };
  const place = { line, column };
  if (/^h[1-6]$/.test(tagName) && !isInside) {
    headingLines.push(line);
    const id = properties["id"];
    if (typeof id === "string" && id !== "") element.children.push({ type: "text", value: ` {#${id}}` });
  }
  if (tagName === "html" && typeof properties["lang"] === "string") {
    meta.push({ key: "language", content: properties["lang"], isBuiltIn: true, ...place });
  }
  if (tagName === "title" && !meta.some(({ key }) => key === "title")) {
    const [first] = element.children;
    if (first?.type === "text" && first.value.trim() !== "")
      meta.push({ key: "title", content: first.value.trim().replace(/\s+/gu, " "), isBuiltIn: true, ...place });
  }
  // Names of meta elements have no case, and many tools write them as properties.
  const name = String(properties["name"] ?? properties["property"] ?? "").trim();
  if (tagName === "meta" && /^winnow:/i.test(name)) {
    meta.push({
      key: name.slice("winnow:".length).toLowerCase(),
      content: String(properties["content"] ?? ""),
      isBuiltIn: false,
      ...place,
    });
  }
}
