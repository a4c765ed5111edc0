// Puts the data that the compiled code reads beside it: what it would else make anew at every start.
import { readdir, readFile, writeFile } from "node:fs/promises";

const dist = new URL("../dist/", import.meta.url);
const { knownValuesOf } = await import(new URL("policy/yaml/known-values.js", dist).href);
const { readLanguageFolder } = await import(new URL("policy/languages/load-languages.js", dist).href);
const { ENCODINGS, packedEncoding } = await import(new URL("tokens/encodings.js", dist).href);

// The language files, read and checked.
const read = await readLanguageFolder(new URL("../src/text/languages/", import.meta.url));
const problems = read.flatMap((language) => language.problems);
if (problems.length > 0) throw new Error(`language files with problems: ${JSON.stringify(problems, null, 2)}`);
await writeFile(new URL("policy/languages/languages.json", dist), JSON.stringify(read));

// The tokenizers' tables.
for (const encoding of ENCODINGS) await writeFile(new URL(`tokens/${encoding}.ranks`, dist), await packedEncoding(encoding));

// The YAML files of the policies that ship.
const policies = new URL("../policies/", import.meta.url);
const paths = (await readdir(policies, { recursive: true })).filter((path) => path.endsWith(".yaml")).sort();
const texts = await Promise.all(paths.map((path) => readFile(new URL(path, policies), "utf8")));
await writeFile(new URL("policy/yaml/known-values.json", dist), JSON.stringify(Object.fromEntries(knownValuesOf(texts))));
