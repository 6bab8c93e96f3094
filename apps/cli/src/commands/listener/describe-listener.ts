import { getListenerRead } from '@signalpost/administration/listener'
import type { Listener } from '@signalpost/domain'
import { idSchema } from '@signalpost/domain'
import type { z } from 'zod'
import type { CommandContext } from '../../command/context.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { durationText } from '../../parameters/times.ts'
import { readableWidth, record } from '../../terminal/table.ts'

/** Names one listener. */
export const listenerIdParameters = {
  listenerId: required('<id>', 'the listener', idSchema),
  workspace: workspaceOfIdParameter,
}

/** Returns where a listener is. Throws RejectedError or UsageError. */
export async function locateListener(
  { getWorkspace }: CommandContext,
  { listenerId, workspace }: { listenerId: string; workspace: string | undefined },
): Promise<{ orgId: string; listenerId: string }> {
  const { orgId } = await getWorkspace(workspace, { noun: 'listener', id: listenerId })
  return { orgId, listenerId }
}

export type ShownListener = z.output<typeof getListenerRead.output.schema>

/** Shows a listener as an act left it. */
export async function showListener(
  { call }: CommandContext,
  { orgId, listenerId }: { orgId: string; listenerId: string },
) {
  const shown = await call(getListenerRead, { orgId, listenerId })
  return { json: listenerJson(shown), text: describeListener(shown) }
}

/** A listener as programs read it. */
export function listenerJson({
  id,
  own,
  lastFoundAt: _at,
  good: _good,
  bad: _bad,
  ...listener
}: ShownListener) {
  if (own === null) return { listenerId: id, ...listener }
  const { searches: _searches, finds: _finds, hours: _hours, costs: _costs, ...kept } = own
  const { isPaused, sourceId, ...settings } = kept
  return { listenerId: id, ...listener, ...settings, sourceId, isPaused }
}

export function describeListener({ own, ...listener }: ShownListener): string {
  const members = {
    listener: listener.id,
    name: listener.name,
    mode: listener.mode,
    objective: listener.objective,
    runs:
      own?.hasSchedule === false
        ? 'about once an hour: its schedule cannot be read'
        : scheduleText(listener.schedule),
    paused: own?.isPaused,
    sensitivity: listener.sensitivity,
    keywords: listener.keywords.join(', '),
    exclusions: listener.exclusions.join(', ') || undefined,
    boards: own?.boards.map(({ platform, board }) => `${platform}:${board}`).join(', ') || undefined,
    'first run looks back': own === null ? undefined : durationText(own.backfillMs),
    source: own?.sourceId,
  }
  return record(members, { width: readableWidth() })
}

/** `every 30m` or `0 8 * * 1-5 Europe/Berlin` */
export function scheduleText(schedule: Listener['schedule']): string | undefined {
  if (schedule === null) return undefined
  if ('cron' in schedule) return `${schedule.cron} ${schedule.timezone}`
  return `every ${durationText(schedule.everyMinutes * 60_000)}`
}
