import { command } from '../../text/command.ts'
import { durationTextOf } from '../../text/since.ts'
import type { Definition, Escalation } from './escalation-type.ts'

const optionOfCondition: Record<keyof Definition['conditions'], string> = {
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

type Given = { name: string; definition: Definition }

/** The command that creates an escalation as the form has it. */
export function createCommand(orgId: string, { name, definition }: Given): string {
  const settings = optionWords([...settingsOf(definition)])
  return command(['escalation', 'create', '--workspace', orgId, '--name', name || 'NAME', ...settings])
}

/** The command that makes of a stored escalation what the form has. */
export function editCommand(stored: Escalation, { name, definition }: Given): string {
  const before = settingsOf(stored.definition)
  const after = settingsOf(definition)
  const changed = [...after].filter(
    ([option, values]) => before.get(option)?.join('\n') !== values.join('\n'),
  )
  const cleared = [...before.keys()].filter((option) => !after.has(option))
  return command([
    ...['escalation', 'edit', stored.escalationId],
    ...(name === stored.name ? [] : ['--name', name || 'NAME']),
    ...optionWords([...changed, ['clear', cleared]]),
  ])
}

/** A step as the command line writes it, such as `15m:chn_abc@usr_ada`. */
function stepText({ afterMs, channelId, personId }: Definition['steps'][number]): string {
  const after = Number.isNaN(afterMs) ? 'AFTER' : durationTextOf(afterMs)
  return `${after}:${channelId || 'CHANNEL'}${personId === undefined ? '' : `@${personId}`}`
}

/** The values of each option that is not the default. */
function settingsOf({
  conditions,
  unless,
  steps,
  hours,
  timeZone,
  holidays,
  repeat,
}: Definition): Map<string, readonly string[]> {
  const settings = new Map<string, readonly string[]>()
  for (const [name, value] of Object.entries(conditions)) {
    // The cast: the entries are those of the conditions.
    const option = optionOfCondition[name as keyof Definition['conditions']]
    settings.set(option, typeof value === 'boolean' ? [value ? 'yes' : 'no'] : [value].flat().map(String))
  }
  if (unless.join() !== 'assigned') settings.set('unless', unless)
  settings.set('step', steps.map(stepText))
  if (hours !== null) settings.set('hours', [hours])
  if (timeZone !== 'UTC') settings.set('time-zone', [timeZone])
  if (holidays.length > 0) settings.set('holiday', holidays)
  if (repeat !== 0) settings.set('repeat', [String(repeat)])
  return settings
}

function optionWords(settings: readonly (readonly [option: string, values: readonly string[]])[]): string[] {
  return settings.flatMap(([option, values]) => values.flatMap((value) => [`--${option}`, value]))
}
