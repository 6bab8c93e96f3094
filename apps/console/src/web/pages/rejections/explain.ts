type Explained = { explanation: string; finding: string | null; detail: string | null }

/** The server's sentence, with the name of another source instead of its id. */
export function explain(
  { explanation, finding, detail }: Explained,
  nameOf: (sourceId: string) => string,
): string {
  if (finding !== 'other_source_secret' || detail === null) return explanation
  return explanation.replaceAll(detail, nameOf(detail))
}
