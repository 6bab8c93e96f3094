import {
  changeWords,
  type Settings,
  settingsOfConditions,
  settingWords,
} from '../../parts/conditions/definition-settings.ts'
import { command } from '../../text/command.ts'
import { durationTextOf } from '../../text/since.ts'
import type { Rule } from './rule-type.ts'

type Definition = Rule['definition']
type Given = { name: string; definition: Definition; position: number | undefined }

/** The command that creates a rule as the form has it. */
export function createCommand(orgId: string, { name, definition, position }: Given): string {
  return command([
    ...['rule', 'create', '--workspace', orgId, '--name', name || 'NAME'],
    ...settingWords(settingsOf(definition)),
    ...placeWords(position),
  ])
}

/** The command that makes of a stored rule what the form has. */
export function editCommand(stored: Rule, { name, definition, position }: Given): string {
  const [before, after] = [settingsOf(stored.definition), settingsOf(definition)]
  // The hours carry their exception with them: it ends only with them, so they are set again.
  const isBypassGone = before.has('quiet-bypass') && !after.has('quiet-bypass')
  const kept = new Map(before)
  if (isBypassGone) for (const option of ['quiet', 'quiet-bypass']) kept.delete(option)
  return command([
    ...['rule', 'edit', stored.ruleId],
    ...(name === stored.name ? [] : ['--name', name || 'NAME']),
    ...changeWords(kept, after),
    ...(isBypassGone ? ['--clear', 'quiet'] : []),
    ...placeWords(position === stored.position ? undefined : position),
  ])
}

function settingsOf(definition: Definition): Settings {
  const { channels, conditions, mode, cron, timeZone, groupBy, throttle, quiet } = definition
  const { language, parts, subject, assign } = definition
  const settings = new Map<string, readonly string[]>([
    ['channel', channels === 'all' ? ['all'] : channels.length === 0 ? ['CHANNEL'] : channels],
    ...settingsOfConditions(conditions),
    ['mode', [mode]],
  ])
  if (cron !== '0 9 * * *') settings.set('cron', [cron])
  if (timeZone !== 'UTC') settings.set('time-zone', [timeZone])
  if (groupBy !== 'none') settings.set('group-by', [groupBy])
  if (throttle !== null) settings.set('throttle', [`${throttle.count}/${durationTextOf(throttle.windowMs)}`])
  if (quiet !== null) settings.set('quiet', [`${quiet.from}-${quiet.to}`])
  if (quiet?.bypassImmediate === true) settings.set('quiet-bypass', ['immediate'])
  if (language !== 'en') settings.set('language', [language])
  if (parts !== null) settings.set('part', parts)
  if (subject !== null) settings.set('subject', [subject])
  if (assign !== null) settings.set('assign', [`round-robin:${assign.roundRobin.join(',')}`])
  if (definition.continue) settings.set('continue', [])
  if (definition.backfill) settings.set('backfill', [])
  return settings
}

function placeWords(position: number | undefined): string[] {
  return position === undefined ? [] : ['--position', String(position)]
}
