import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faults } from '../faults/index.ts'
import { mutants } from './mutants.ts'

test.for(mutants)('$name changes what the product holds once, and meets faults that there are', (mutant) => {
  const text = readFileSync(join(import.meta.dirname, '../../..', mutant.file), 'utf8')
  expect(mutant.changes.map(([from]) => text.split(from).length - 1)).toEqual(mutant.changes.map(() => 1))
  const known = new Set(faults.map((fault) => fault.name))
  expect(mutant.faults.filter((name) => !known.has(name))).toEqual([])
})
