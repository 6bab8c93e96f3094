/** Replaces the addresses and paths of an example by those of a test. Each old text must occur. */
export function fillText(text: string, changes: Record<string, string>): string {
  let filled = text
  for (const [from, to] of Object.entries(changes)) {
    if (!filled.includes(from)) throw new Error(`The example does not contain ${from}.`)
    filled = filled.replaceAll(from, () => to)
  }
  return filled
}
