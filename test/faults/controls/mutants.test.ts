import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faults } from '../faults/index.ts'
import { escalationMutants } from './escalation-mutants.ts'
import { mutants } from './mutants.ts'
import { rereadMutants } from './reread-mutants.ts'
import { searchMutants } from './search-mutants.ts'

test.for([...mutants, ...escalationMutants, ...searchMutants, ...rereadMutants])(
  '$name changes what the product holds once',
  (mutant) => {
    const text = readFileSync(join(import.meta.dirname, '../../..', mutant.file), 'utf8')
    expect(mutant.changes.map(([from]) => text.split(from).length - 1)).toEqual(mutant.changes.map(() => 1))
  },
)

test.for(mutants)('$name meets faults that there are', (mutant) => {
  const known = new Set(faults.map((fault) => fault.name))
  expect(mutant.faults.filter((name) => !known.has(name))).toEqual([])
})
