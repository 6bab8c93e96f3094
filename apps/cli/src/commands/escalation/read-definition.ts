import { type EscalationDefinition, escalationDefinitionSchema, parseInput } from '@signalpost/domain'
import type { z } from 'zod'
import { UsageError } from '../../command/usage-error.ts'
import {
  conditionOptions,
  conditionsOf,
  definedOnly,
  type OptionsByPath,
  someOf,
  usageErrorOf,
  withoutCleared,
} from '../../parameters/conditions.ts'
import type { InputOf } from '../../parameters/parameter.ts'
import type { definitionParameters } from './definition-parameters.ts'

type Given = InputOf<typeof definitionParameters>
type Written = z.input<typeof escalationDefinitionSchema>

const options: OptionsByPath = {
  ...conditionOptions,
  ...{ steps: 'step', unless: 'unless', hours: 'hours', timeZone: 'time-zone', holidays: 'holiday' },
  repeat: 'repeat',
}

/** The options whose settings can be removed from an escalation. */
export const clearableOptions = Object.values(options).filter((name) => name !== 'step')

/**
 * Returns an escalation with the given options applied to its previous definition. Throws UsageError, which names the
 * option.
 */
export function readDefinition(
  given: Given,
  { before, cleared = [] }: { before?: EscalationDefinition; cleared?: readonly string[] } = {},
): EscalationDefinition {
  // Holidays belong to the hours.
  const removed = cleared.includes('hours') ? [...cleared, 'holiday'] : cleared
  const written = withoutCleared<Written>(before ?? {}, { cleared: removed, options })
  const parsed = parseInput(escalationDefinitionSchema, {
    ...written,
    conditions: { ...written.conditions, ...conditionsOf(given) },
    ...definedOnly({
      steps: someOf(given.steps),
      unless: someOf([...new Set(given.unless)]),
      hours: given.hours,
      timeZone: given.timeZone,
      holidays: holidaysOf(given.holidays),
      repeat: given.repeat,
    }),
  })
  if (parsed.ok) return parsed.value
  throw usageErrorOf(parsed.issues, { options, what: 'the escalation' })
}

/** Undefined where none are given, which keeps those of before. */
function holidaysOf(given: readonly string[]): string[] | undefined {
  if (!given.includes('none')) return someOf([...given])
  if (given.length > 1) throw new UsageError('--holiday: expected dates or none, but not both')
  return []
}
