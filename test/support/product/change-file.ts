import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Replacement = readonly [from: string, to: string]

/** Replaces texts in a file below `root`. Throws if an old text does not occur exactly once. */
export function changeFile(root: string, file: string, changes: readonly Replacement[]): void {
  const path = join(root, file)
  let text = readFileSync(path, 'utf8')
  for (const [from, to] of changes) {
    if (text.split(from).length !== 2) throw new Error(`${file} does not contain exactly once: ${from}`)
    text = text.replace(from, () => to)
  }
  writeFileSync(path, text)
}
