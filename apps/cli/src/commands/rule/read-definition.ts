import { parseInput, type RuleDefinition, ruleDefinitionSchema } from '@signalpost/domain'
import type { z } from 'zod'
import { UsageError } from '../../command/usage-error.ts'
import {
  conditionOptions,
  conditionsOf,
  definedOnly,
  someOf,
  usageErrorOf,
  withoutCleared,
} from '../../parameters/conditions.ts'
import type { InputOf } from '../../parameters/parameter.ts'
import type { definitionParameters } from './definition-parameters.ts'

type Given = InputOf<typeof definitionParameters>
type Written = z.input<typeof ruleDefinitionSchema>

/** Maps each option to its path in a rule, so that an error names the option. */
const options: Record<string, string> = {
  ...conditionOptions,
  channels: 'channel',
  mode: 'mode',
  cron: 'cron',
  timeZone: 'time-zone',
  groupBy: 'group-by',
  throttle: 'throttle',
  quiet: 'quiet',
  language: 'language',
  parts: 'part',
  subject: 'subject',
  assign: 'assign',
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
  const written = withoutCleared(before ?? {}, { cleared, options })
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
      language: given.language,
      parts: someOf(given.parts),
      subject: given.subject,
      assign: given.assign,
      quiet: quietOf(given, cleared.includes('quiet') ? null : before?.quiet),
      continue: given.continue || undefined,
      backfill: given.backfill || undefined,
    }),
  })
  if (parsed.ok) return parsed.value
  throw usageErrorOf(parsed.issues, { options, what: 'the rule' })
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
