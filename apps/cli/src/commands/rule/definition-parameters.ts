import { messageLanguages, messageParts } from '@signalpost/domain'
import { z } from 'zod'
import { conditionParameters } from '../../parameters/conditions.ts'
import { flag, list, optional } from '../../parameters/parameter.ts'
import { throttleSchema } from './throttle.ts'

/** Parses `round-robin:ID,ID`. */
const assignSchema = z.string().transform((text, context) => {
  const [, ids] = /^round-robin:([^,\s]+(?:,[^,\s]+)*)$/.exec(text) ?? []
  if (ids !== undefined) return { roundRobin: [...new Set(ids.split(','))] }
  context.addIssue('expected round-robin: and ids of people, such as round-robin:usr_ann,usr_bob')
  return z.NEVER
})

const text = z.string()

/** The definition of a rule as options of `rule create` and `rule edit`. The rule's schema validates the values. */
export const definitionParameters = {
  channels: list('--channel <id...>', 'the channels to alert, or all', { schema: text }),
  ...conditionParameters,
  mode: optional('--mode <mode>', 'when to alert: instant, digest (default: instant)'),
  cron: optional('--cron <expression>', 'when to send digests (default: 0 9 * * *)'),
  timeZone: optional(
    '--time-zone <name>',
    'time zone of --cron and --quiet, such as Europe/Berlin (default: UTC)',
  ),
  groupBy: optional(
    '--group-by <what>',
    'send a digest for each: none, account, listener, assignee (default: none)',
  ),
  throttle: optional(
    '--throttle <n/window>',
    'maximum number of alerts in a time window, such as 5/1h',
    throttleSchema,
  ),
  quiet: optional('--quiet <from-to>', 'delay alerts during these hours, such as 22:00-07:00'),
  quietBypass: optional(
    '--quiet-bypass <urgency>',
    'urgency that ignores --quiet: immediate',
    z.enum(['immediate']),
  ),
  language: optional(
    '--language <code>',
    `the language of labels in messages: ${messageLanguages.join(', ')} (default: en)`,
  ),
  parts: list('--part <name...>', `the parts of messages: ${messageParts.join(', ')} (default: all)`, {
    schema: text,
  }),
  subject: optional('--subject <text>', 'the subject of mails, with placeholders such as {{signal.title}}'),
  assign: optional(
    '--assign <round-robin:ids>',
    'give its leads to people in turn: round-robin: and their ids, separated by commas',
    assignSchema,
  ),
  continue: flag('--continue', 'also evaluate the rules after this one'),
  backfill: flag('--backfill', 'also alert on old signals and on those that other rules alerted on'),
}
