/** Returns a document for `--json` without the members that do not apply. */
export function withoutNulls(document: object): object {
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null))
}
