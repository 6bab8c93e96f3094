import type { OwnedListener } from '@signalpost/administration/listener'
import type { Listener } from '@signalpost/domain'
import { durationText } from '../../parameters/times.ts'
import { readableWidth, record } from '../../terminal/table.ts'

/** A listener as programs read it. */
export function listenerJson({ listener, schedule }: OwnedListener) {
  const { id, ...document } = listener
  const { settings, isPaused, sourceId } = schedule
  return { listenerId: id, ...document, ...settings, sourceId, isPaused }
}

export function describeListener({ listener, schedule }: OwnedListener): string {
  const { boards, backfillMs } = schedule.settings
  const members = {
    listener: listener.id,
    name: listener.name,
    mode: listener.mode,
    objective: listener.objective,
    runs: scheduleText(listener.schedule),
    paused: schedule.isPaused,
    sensitivity: listener.sensitivity,
    keywords: listener.keywords.join(', '),
    exclusions: listener.exclusions.join(', ') || undefined,
    boards: boards.map(({ platform, board }) => `${platform}:${board}`).join(', ') || undefined,
    'first run looks back': durationText(backfillMs),
    source: schedule.sourceId,
  }
  return record(members, { width: readableWidth() })
}

/** `every 30m` or `0 8 * * 1-5 Europe/Berlin` */
export function scheduleText(schedule: Listener['schedule']): string | undefined {
  if (schedule === null) return undefined
  if ('cron' in schedule) return `${schedule.cron} ${schedule.timezone}`
  return `every ${durationText(schedule.everyMinutes * 60_000)}`
}
