import { z } from 'zod'
import { wholeNumber } from '../../parameters/numbers.ts'
import { flag, list, optional } from '../../parameters/parameter.ts'
import { throttleSchema } from './throttle.ts'

const text = z.string()

/** What a rule says, as options of `rule create` and `rule edit`; the rule's own schema judges the values. */
export const definitionParameters = {
  channels: list('--channel <id...>', 'where it announces: channels, or all', { schema: text }),
  minUrgency: optional('--min-urgency <urgency>', 'at least low, medium, high or immediate'),
  minIntent: optional('--min-intent <intent>', 'at least weak, moderate, strong or explicit'),
  minScore: optional('--min-score <n>', 'at least this score', wholeNumber({ min: 0, max: 100 })),
  scoreVersion: optional(
    '--score-version <n>',
    'scores of this version only',
    wholeNumber({ min: 1, max: 3 }),
  ),
  platforms: list('--platform <source...>', 'found there', { schema: text }),
  listeners: list('--listener <id...>', 'found by one of these', { schema: text }),
  classifications: list('--classification <label...>', 'of one of these intents', { schema: text }),
  categories: list('--category <name...>', 'of one of these kinds of event', { schema: text }),
  accounts: list('--account <key...>', 'about one of these accounts', { schema: text }),
  keywords: list('--keyword <word...>', 'with one of these in title or text', { schema: text }),
  assigned: optional('--assigned <yes/no>', 'assigned to somebody, or to nobody', z.enum(['yes', 'no'])),
  mode: optional('--mode <mode>', 'instant or digest (default: instant)'),
  cron: optional('--cron <expression>', 'when digests go out (default: 0 9 * * *)'),
  timeZone: optional('--time-zone <name>', 'whose clocks count, such as Europe/Berlin (default: UTC)'),
  groupBy: optional('--group-by <what>', 'a digest for each account, listener or assignee (default: none)'),
  throttle: optional('--throttle <n/window>', 'at most so many in a window, such as 5/1h', throttleSchema),
  quiet: optional('--quiet <from-to>', 'hold back during these hours, such as 22:00-07:00'),
  quietBypass: optional(
    '--quiet-bypass <urgency>',
    'immediate: these are announced in quiet hours too',
    z.enum(['immediate']),
  ),
  continue: flag('--continue', 'ask the rules behind it as well'),
  backfill: flag('--backfill', 'announce old signals too, and those that others announced'),
}
