import { findChannel, type Notice } from '@signalpost/channels'
import type { TroubleReport } from '@signalpost/database/dispatches'
import { instantOf, minuteOf, nameFailure } from '@signalpost/domain'

/** Returns what a report says. Names of channels are those that people of the workspace gave. */
export function describeTrouble(report: TroubleReport, nowMs: number): Notice {
  const { troubleId, kind, subjectId, subjectName, reason, count, beganAt, isOver } = report
  const words = isOver ? describeEnd(report) : describeBeginning(report)
  return {
    type: isOver ? 'workspace.trouble_over' : 'workspace.trouble',
    at: instantOf(nowMs),
    ...words,
    data: {
      ...{ troubleId, kind, subjectId, name: subjectName, reason, beganAt: instantOf(beganAt.getTime()) },
      ...(kind === 'alerts_expired' && { count }),
      ...words,
    },
    // Nothing ends the trouble of alerts that expired, so an incident would stay open.
    ...(kind !== 'alerts_expired' && { incident: { key: subjectId, isOver } }),
  }
}

type Words = Pick<Notice, 'heading' | 'text'>

function describeBeginning(report: TroubleReport): Words {
  const { kind, subjectName, subjectKind, reason, count, beganAt } = report
  const name = `“${subjectName}”`
  const why = reason === null ? '' : `: ${nameFailure(reason).replace(/\.$/, '')}`
  switch (kind) {
    case 'channel_degraded':
      return {
        heading: `The channel ${name} is failing`,
        text: `Messages to ${titleOf(subjectKind)} have failed since ${minuteOf(beganAt)}${why}. Signalpost keeps trying; alerts wait until it works again or they expire.`,
      }
    case 'channel_disabled':
      return {
        heading: `The channel ${name} was disabled`,
        text: `Since ${minuteOf(beganAt)} nothing is sent to ${titleOf(subjectKind)}${why}. Mend its settings or its secrets, and then enable it. Enabling sends none of what it missed.`,
      }
    case 'alerts_expired':
      return {
        heading: `${count === 1 ? '1 alert' : `${count} alerts`} of the channel ${name} came too late`,
        text: `Since ${minuteOf(beganAt)} alerts could not be sent in time. They follow in the next digest of their rules.`,
      }
    case 'warehouse_degraded':
      return {
        heading: `The warehouse ${name} is not in sync`,
        text: `Since ${minuteOf(beganAt)} it does not take all changes${why}. Signalpost keeps trying, and no change is lost.`,
      }
    case 'warehouse_behind':
      return {
        heading: `The warehouse ${name} is behind`,
        text: `${reason ?? ''} Its page shows how fast each table catches up. No change is lost.`.trimStart(),
      }
    case 'warehouse_differs':
      return {
        heading: `The warehouse ${name} differs from Signalpost`,
        text: `${reason ?? ''} The comparison at ${minuteOf(beganAt)} found it. See which rows on its page, and repair it to send them again.`.trimStart(),
      }
    default:
      return kind satisfies never
  }
}

function describeEnd({ kind, subjectName, beganAt, goneAt }: TroubleReport): Words {
  const name = `“${subjectName}”`
  const heading = kind.startsWith('warehouse_')
    ? `The warehouse ${name} ${kind === 'warehouse_differs' ? 'holds what Signalpost does' : 'is in sync'} again`
    : `The channel ${name} works again`
  const end = goneAt === null ? '' : ` to ${minuteOf(goneAt)}`
  return { heading, text: `The trouble lasted from ${minuteOf(beganAt)}${end}.` }
}

function titleOf(kind: string): string {
  return findChannel(kind)?.title ?? kind
}
