import type { Mutant } from './mutants.ts'

const rereadFile = 'packages/searching/src/retain/reread-finds.ts'

/** Bugs that a run of rereads under kills must catch. */
export const rereadMutants: readonly Omit<Mutant, 'faults'>[] = [
  {
    name: 'keeps-the-recorded-bodies-of-what-is-gone',
    file: rereadFile,
    changes: [['  await eraseRecordedBodies(database, { orgId, signalId })\n', '']],
    caughtBy: 'the ledger still has the text',
  },
  {
    name: 'dates-an-update-before-what-it-replaces',
    file: rereadFile,
    changes: [
      ['const occurredAt = momentAfter(0, signal?.last.key)', 'const occurredAt = momentAfter(0, undefined)'],
    ],
    caughtBy: 'is stored as',
  },
]
