import type { Mutant } from './mutants.ts'

const pageFile = 'packages/searching/src/run/judge-page.ts'

/** Bugs that a run of searches under kills must catch. */
export const searchMutants: readonly Omit<Mutant, 'faults'>[] = [
  {
    name: 'moves-the-cursor-before-the-finds',
    file: 'packages/searching/src/run/run-search.ts',
    changes: [
      [
        '    await keep(run, search, {\n      ...{ finds: judged.finds,',
        "    await keep(run, search, { finds: [], cursor: result.cursor, skipped: [], survived: null })\n    reach('search.kept')\n    await new Promise((resolve) => setTimeout(resolve, 100))\n    await keep(run, search, {\n      ...{ finds: judged.finds,",
      ],
    ],
    caughtBy: 'was lost',
  },
  {
    name: 'has-no-key-for-what-it-found',
    file: pageFile,
    changes: [
      ['...{ dedupeKey: item.key, platform', "...{ dedupeKey: item.key + ' ' + Math.random(), platform"],
      [
        ', signalId: signalIdOf(run, item.key), titleKey: title',
        ', signalId: signal?.id ?? signalIdOf(run, item.key), titleKey: null',
      ],
      [
        '...(kept && { signal })',
        "...(kept && { signal: { ...signal, id: 'sig_' + Math.random().toString(36).slice(2) } })",
      ],
    ],
    caughtBy: 'was stored twice',
  },
  {
    name: 'believes-that-an-intake-without-an-answer-has-it',
    file: 'packages/searching/src/deliver/deliver-finds.ts',
    changes: [['if (answer.accepted) return', 'if (answer.accepted || !answer.reached) return']],
    caughtBy: 'was lost',
  },
]
