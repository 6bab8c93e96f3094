import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'

/** Compares with a file that people review; `UPDATE_GOLDEN=1` rewrites it. */
export function expectGolden(file: URL, text: string): void {
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text)
  expect(text).toBe(readFileSync(file, 'utf8'))
}
