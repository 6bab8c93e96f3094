import {
  changeWords,
  type Settings,
  settingsOfConditions,
  settingWords,
} from '../../parts/conditions/definition-settings.ts'
import { command } from '../../text/command.ts'
import { durationTextOf } from '../../text/since.ts'
import type { Definition, Escalation } from './escalation-type.ts'

type Given = { name: string; definition: Definition }

/** The command that creates an escalation as the form has it. */
export function createCommand(orgId: string, { name, definition }: Given): string {
  const settings = settingWords(settingsOf(definition))
  return command(['escalation', 'create', '--workspace', orgId, '--name', name || 'NAME', ...settings])
}

/** The command that makes of a stored escalation what the form has. */
export function editCommand(stored: Escalation, { name, definition }: Given): string {
  return command([
    ...['escalation', 'edit', stored.escalationId],
    ...(name === stored.name ? [] : ['--name', name || 'NAME']),
    ...changeWords(settingsOf(stored.definition), settingsOf(definition)),
  ])
}

/** A step as the command line writes it, such as `15m:chn_abc@usr_ada`. */
function stepText({ afterMs, channelId, personId }: Definition['steps'][number]): string {
  const after = Number.isNaN(afterMs) ? 'AFTER' : durationTextOf(afterMs)
  return `${after}:${channelId || 'CHANNEL'}${personId === undefined ? '' : `@${personId}`}`
}

/** The values of each option that is not the default. */
function settingsOf({ conditions, unless, steps, hours, timeZone, holidays, repeat }: Definition): Settings {
  const settings = new Map<string, readonly string[]>(settingsOfConditions(conditions))
  if (unless.join() !== 'assigned') settings.set('unless', unless)
  settings.set('step', steps.map(stepText))
  if (hours !== null) settings.set('hours', [hours])
  if (timeZone !== 'UTC') settings.set('time-zone', [timeZone])
  if (holidays.length > 0) settings.set('holiday', holidays)
  if (repeat !== 0) settings.set('repeat', [String(repeat)])
  return settings
}
