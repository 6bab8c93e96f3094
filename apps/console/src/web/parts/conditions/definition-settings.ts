import type { Conditions } from './condition-draft.ts'

/** The values of each option that is not the default, in the order of the command. */
export type Settings = ReadonlyMap<string, readonly string[]>

const optionOfCondition: Record<keyof Conditions, string> = {
  minUrgency: 'min-urgency',
  minPurchaseIntent: 'min-intent',
  minScore: 'min-score',
  scoreVersion: 'score-version',
  platforms: 'platform',
  listeners: 'listener',
  classifications: 'classification',
  signalCategories: 'category',
  accountKeys: 'account',
  keywords: 'keyword',
  assigned: 'assigned',
}

export function settingsOfConditions(conditions: Conditions): [option: string, values: string[]][] {
  return Object.entries(conditions).map(([name, value]) => [
    // The cast: the entries are those of the conditions.
    optionOfCondition[name as keyof Conditions],
    typeof value === 'boolean' ? [value ? 'yes' : 'no'] : [value].flat().map(String),
  ])
}

/** The words of a command that sets them all. An option without values is a flag. */
export function settingWords(
  settings: Iterable<readonly [option: string, values: readonly string[]]>,
): string[] {
  return [...settings].flatMap(([option, values]) =>
    values.length === 0 ? [`--${option}`] : values.flatMap((value) => [`--${option}`, value]),
  )
}

/** The words of a command that makes `after` of `before`. What is gone is cleared. */
export function changeWords(before: Settings, after: Settings): string[] {
  const changed = [...after].filter(
    ([option, values]) => before.get(option)?.join('\n') !== values.join('\n'),
  )
  const cleared = [...before.keys()].filter((option) => !after.has(option))
  return [...settingWords(changed), ...cleared.flatMap((option) => ['--clear', option])]
}
