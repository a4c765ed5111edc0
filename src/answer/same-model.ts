/** Whether the model that answered is the one that a prompt was made for, as providers write names. Pure. */

/** Behind the name: dates, numbers of versions and what providers say of a release. `-mini`, `-5` or `.1` is another model. */
const RELEASE =
  /^(?:[-@:._](?:v?\d{3,8}(?:-\d{2}-\d{2})?|v\d{1,2}(?::\d{1,2})?|(?:preview|exp|experimental|beta|stable|latest)(?:-\d{1,2}-\d{1,4})?))*(?::[^:]*){0,4}$/;

/** `openai/gpt-4o-2024-11-20` and `ft:gpt-4o:acme` are gpt-4o, and gpt-4o-mini is not. Upper and lower case do not differ. */
export function isSameModel(meant: string, answered: string): boolean {
  const [name, other] = [bareName(meant), bareName(answered)];
  if (name === "") return false;
  for (let at = other.indexOf(name); at >= 0; at = other.indexOf(name, at + 1)) {
    const isWhole = at === 0 || /[.:@]/.test(other[at - 1] ?? "");
    if (isWhole && RELEASE.test(other.slice(at + name.length))) return true;
  }
  return false;
}

/** Without the path of who serves it. */
const bareName = (name: string): string => name.toLowerCase().slice(name.lastIndexOf("/") + 1);
