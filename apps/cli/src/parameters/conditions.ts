import type { Issue } from '@signalpost/domain'
import { z } from 'zod'
import { UsageError } from '../command/usage-error.ts'
import { wholeNumber } from './numbers.ts'
import { type InputOf, list, optional } from './parameter.ts'

const text = z.string()

/** The conditions of a rule as options. The schema of conditions validates the values. */
export const conditionParameters = {
  minUrgency: optional('--min-urgency <urgency>', 'minimum urgency: low, medium, high, immediate'),
  minIntent: optional('--min-intent <intent>', 'minimum purchase intent: weak, moderate, strong, explicit'),
  minScore: optional('--min-score <n>', 'minimum score, 0 to 100', wholeNumber({ min: 0, max: 100 })),
  scoreVersion: optional(
    '--score-version <n>',
    'only scores of this version, 1 to 3',
    wholeNumber({ min: 1, max: 3 }),
  ),
  platforms: list('--platform <source...>', 'found on one of these platforms', { schema: text }),
  listeners: list('--listener <id...>', 'found by one of these listeners', { schema: text }),
  classifications: list('--classification <label...>', 'classified as one of these', { schema: text }),
  categories: list('--category <name...>', 'in one of these categories', { schema: text }),
  accounts: list('--account <key...>', 'about one of these accounts', { schema: text }),
  keywords: list('--keyword <word...>', 'with one of these words in the title or text', { schema: text }),
  assigned: optional('--assigned <yes/no>', 'assigned (yes) or unassigned (no)', z.enum(['yes', 'no'])),
}

/** Maps a path in what options define to the option, so that an error names it. */
export type OptionsByPath = Readonly<Record<string, string>>

export const conditionOptions: OptionsByPath = {
  'conditions.minUrgency': 'min-urgency',
  'conditions.minPurchaseIntent': 'min-intent',
  'conditions.minScore': 'min-score',
  'conditions.scoreVersion': 'score-version',
  'conditions.platforms': 'platform',
  'conditions.listeners': 'listener',
  'conditions.classifications': 'classification',
  'conditions.signalCategories': 'category',
  'conditions.accountKeys': 'account',
  'conditions.keywords': 'keyword',
  'conditions.assigned': 'assigned',
}

export function conditionsOf(given: InputOf<typeof conditionParameters>) {
  return definedOnly({
    minUrgency: given.minUrgency,
    minPurchaseIntent: given.minIntent,
    minScore: given.minScore,
    scoreVersion: given.scoreVersion,
    platforms: someOf(given.platforms),
    listeners: someOf(given.listeners),
    classifications: someOf(given.classifications),
    signalCategories: someOf(given.categories),
    accountKeys: someOf(given.accounts),
    keywords: someOf(given.keywords),
    assigned: given.assigned === undefined ? undefined : given.assigned === 'yes',
  })
}

/** Removes members, which then take their defaults. */
export function withoutCleared<Written extends { conditions?: object | undefined }>(
  before: Partial<Written>,
  { cleared, options }: { cleared: readonly string[]; options: OptionsByPath },
): Partial<Written> {
  const kept = (prefix: string, members: object) =>
    Object.fromEntries(
      Object.entries(members).filter(([name]) => !cleared.includes(options[`${prefix}${name}`] ?? '')),
    )
  // The cast: members are only left out.
  return { ...kept('', before), conditions: kept('conditions.', before.conditions ?? {}) } as Partial<Written>
}

/** Returns the error of the first issue, which names its option. */
export function usageErrorOf(
  [issue]: readonly Issue[],
  { options, what }: { options: OptionsByPath; what: string },
): UsageError {
  const path = issue?.path ?? ''
  const [place, name] =
    Object.entries(options).find(([one]) => path === one || path.startsWith(`${one}.`)) ?? []
  return new UsageError(`${place === undefined ? what : `--${name}`}: ${issue?.message ?? 'not valid'}`)
}

export function someOf<Value>(values: Value[]): Value[] | undefined {
  return values.length > 0 ? values : undefined
}

export function definedOnly<Members extends object>(members: Members): Partial<Members> {
  const given = Object.entries(members).filter(([, value]) => value !== undefined)
  // The cast: only undefined members are missing.
  return Object.fromEntries(given) as Partial<Members>
}
