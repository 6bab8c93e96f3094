import { parseInput, type RuleDefinition, ruleDefinitionSchema } from '@signalpost/domain'
import type { z } from 'zod'
import { UsageError } from '../../command/usage-error.ts'
import type { InputOf } from '../../parameters/parameter.ts'
import type { definitionParameters } from './definition-parameters.ts'

type Given = InputOf<typeof definitionParameters>
type Written = z.input<typeof ruleDefinitionSchema>

/** Maps each option to its path in a rule, so that an error names the option. */
const options: Record<string, string> = {
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
  channels: 'channel',
  mode: 'mode',
  cron: 'cron',
  timeZone: 'time-zone',
  groupBy: 'group-by',
  throttle: 'throttle',
  quiet: 'quiet',
  continue: 'continue',
  backfill: 'backfill',
}

/** The options whose settings can be removed from a rule. */
export const clearableOptions = Object.values(options).filter((name) => name !== 'channel' && name !== 'mode')

/**
 * Returns a rule with the given options applied to its previous definition. Throws UsageError, which names the option.
 */
export function readDefinition(
  given: Given,
  { before, cleared = [] }: { before?: RuleDefinition; cleared?: readonly string[] } = {},
): RuleDefinition {
  const written = clear(before ?? {}, cleared)
  const conditions = { ...written.conditions, ...conditionsOf(given) }
  const parsed = parseInput(ruleDefinitionSchema, {
    ...written,
    conditions,
    ...definedOnly({
      channels: channelsOf(given.channels),
      mode: given.mode,
      cron: given.cron,
      timeZone: given.timeZone,
      groupBy: given.groupBy,
      throttle: given.throttle,
      quiet: quietOf(given, cleared.includes('quiet') ? null : before?.quiet),
      continue: given.continue || undefined,
      backfill: given.backfill || undefined,
    }),
  })
  if (parsed.ok) return parsed.value
  const [issue] = parsed.issues
  throw new UsageError(`${optionAt(issue?.path ?? '')}: ${issue?.message ?? 'not valid'}`)
}

function conditionsOf(given: Given) {
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

function channelsOf(ids: string[]): Written['channels'] | undefined {
  if (!ids.includes('all')) return someOf([...new Set(ids)])
  if (ids.length > 1) throw new UsageError('--channel: give either channels or all')
  return 'all'
}

function quietOf({ quiet, quietBypass }: Given, before: RuleDefinition['quiet'] | undefined) {
  const [, from, to] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(quiet ?? '') ?? []
  if (quiet !== undefined && (from === undefined || to === undefined)) {
    throw new UsageError('--quiet: expected two times of the day, such as 22:00-07:00')
  }
  const hours = from === undefined || to === undefined ? before : { ...before, from, to }
  if (quietBypass === undefined) return quiet === undefined ? undefined : hours
  if (hours == null) throw new UsageError('--quiet-bypass: expected together with --quiet')
  return { ...hours, bypassImmediate: true }
}

/** Removes members, which then take their defaults. */
function clear(before: Partial<Written>, cleared: readonly string[]): Partial<Written> {
  const kept = (prefix: string, members: object) =>
    Object.fromEntries(
      Object.entries(members).filter(([name]) => !cleared.includes(options[`${prefix}${name}`] ?? '')),
    )
  return { ...kept('', before), conditions: kept('conditions.', before.conditions ?? {}) }
}

function optionAt(path: string): string {
  const [place, name] =
    Object.entries(options).find(([place]) => path === place || path.startsWith(`${place}.`)) ?? []
  return place === undefined ? 'the rule' : `--${name}`
}

function someOf<Value>(values: Value[]): Value[] | undefined {
  return values.length > 0 ? values : undefined
}

function definedOnly<Members extends object>(members: Members): Partial<Members> {
  const given = Object.entries(members).filter(([, value]) => value !== undefined)
  // The cast: only undefined members are missing.
  return Object.fromEntries(given) as Partial<Members>
}
