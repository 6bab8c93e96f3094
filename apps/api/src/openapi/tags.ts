/** The groups that operations are shown in, by the first word of their path. */
const tags = {
  Signals: {
    words: ['results', 'signals'],
    description: 'Posts, job ads and reviews that a listener judged relevant.',
  },
  Accounts: { words: ['accounts'], description: 'Companies that signals were found for, one row each.' },
  Listeners: {
    words: ['listeners'],
    description: 'Recurring searches. A key reads them and plans new ones; it never changes one.',
  },
  Pipeline: { words: ['pipeline', 'exports'], description: 'Deals and their stages.' },
  Collections: { words: ['collections', 'notes'], description: 'Named lists of signals, and notes.' },
} satisfies Record<string, { words: string[]; description: string }>

export const tagDescriptions = Object.entries(tags).map(([name, { description }]) => ({ name, description }))

/** @throws Error for a path that belongs to no group: a new one needs its word above */
export function tagOf(path: string): string {
  const [, , word = ''] = path.split('/')
  const found = Object.entries(tags).find(([, { words }]) => words.some((one) => one === word))
  if (found === undefined) throw new Error(`The path ${path} has no tag.`)
  return found[0]
}
