import { command, quoteForShell } from '../../../text/command.ts'
import { durationTextOf } from '../../../text/since.ts'
import type { ListenerBody } from './listener-draft.ts'

/** The command that creates a listener as the form has it, with its plan on stdin. */
export function createCommand(orgId: string, body: ListenerBody): string {
  return withPlan(body, ['listener', 'create', '--workspace', orgId, '--name', body.name || 'NAME'])
}

/** The command that makes of a stored listener what the form has. */
export function editCommand(listenerId: string, body: ListenerBody): string {
  return withPlan(body, ['listener', 'edit', listenerId, '--name', body.name || 'NAME'])
}

function withPlan(
  { plan, schedule, sensitivity, boards = [] }: ListenerBody,
  words: readonly string[],
): string {
  const line = command([
    ...words,
    ...['--plan', '-'],
    ...scheduleWords(schedule),
    ...(sensitivity === undefined ? [] : ['--sensitivity', sensitivity]),
    ...boards.flatMap(({ platform, board }) => ['--board', `${platform}:${board}`]),
  ])
  return `printf %s ${quoteForShell(JSON.stringify(plan))} | ${line}`
}

function scheduleWords(schedule: ListenerBody['schedule']): string[] {
  if (!('cron' in schedule)) return ['--every', durationTextOf(schedule.everyMinutes * 60_000)]
  const { cron, timezone = 'UTC' } = schedule
  return ['--cron', cron, ...(timezone === 'UTC' ? [] : ['--time-zone', timezone])]
}
