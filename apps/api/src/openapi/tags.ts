/** The groups of operations, by the first word of their paths. */
const tags = {
  Signals: {
    words: ['results', 'signals'],
    description: 'Posts, job ads and reviews that a listener judged relevant.',
  },
  Accounts: { words: ['accounts'], description: 'Companies with signals, one row each.' },
  Listeners: {
    words: ['listeners'],
    description: 'Recurring searches. A key can read them and plan new ones, but never change one.',
  },
  Pipeline: { words: ['pipeline', 'exports'], description: 'Deals and their stages.' },
  Collections: { words: ['collections', 'notes'], description: 'Named lists of signals, and notes.' },
} satisfies Record<string, { words: string[]; description: string }>

export const tagDescriptions = Object.entries(tags).map(([name, { description }]) => ({ name, description }))

/** @throws Error for a path without a group: add its word above */
export function tagOf(path: string): string {
  const [, , word = ''] = path.split('/')
  const found = Object.entries(tags).find(([, { words }]) => words.some((one) => one === word))
  if (found === undefined) throw new Error(`The path ${path} has no tag.`)
  return found[0]
}
