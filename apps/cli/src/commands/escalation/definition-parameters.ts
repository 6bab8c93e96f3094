import { takings } from '@signalpost/domain'
import { z } from 'zod'
import { conditionParameters } from '../../parameters/conditions.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { list, optional } from '../../parameters/parameter.ts'
import { stepSchema } from './step.ts'

const holidaySchema = z.union([z.literal('none'), z.iso.date()], {
  error: 'expected a date such as 2026-12-25, or none',
})

/** The definition of an escalation as options of `escalation create` and `escalation edit`. */
export const definitionParameters = {
  steps: list(
    '--step <step...>',
    'AFTER:CHANNEL or AFTER:CHANNEL@PERSON, counted from the first storing of a signal, such as 15m:chn_abc',
    { schema: stepSchema },
  ),
  unless: list(
    '--unless <act...>',
    `what takes a signal and ends its escalation: ${takings.join(', ')} (default: assigned)`,
    { schema: z.enum(takings) },
  ),
  ...conditionParameters,
  hours: optional(
    '--hours <days times>',
    'business hours, outside which the clock stops, such as "Mo-Fr 09:00-18:00"',
  ),
  timeZone: optional('--time-zone <name>', 'time zone of --hours, such as Europe/Berlin (default: UTC)'),
  holidays: list(
    '--holiday <date...>',
    'a day of --time-zone without business hours, such as 2026-12-25; none removes all',
    { schema: holidaySchema },
  ),
  repeat: optional(
    '--repeat <n>',
    'how many rounds follow the first (default: 0)',
    wholeNumber({ min: 0, max: 10 }),
  ),
}
