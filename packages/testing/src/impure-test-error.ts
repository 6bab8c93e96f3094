import { basename } from 'node:path'
import { expect } from 'vitest'

/** Says which file to rename when a test that is pure by its name needs more than its own code. */
export function impureTestError(act: string): Error {
  const name = basename(expect.getState().testPath ?? 'x.test.ts')
  return new Error(
    `${name} ${act}, and a pure test must not. Rename it to ${name.replace(/\.test\.ts$/, '.integration.test.ts')}.`,
  )
}
