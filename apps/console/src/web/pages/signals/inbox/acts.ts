import type { Change, Signal } from '../use-change-signal.ts'

export type Act = {
  body: Change['body']
  /** What happened, as a message begins. */
  did: string
  /** What did not happen, after a title. */
  didNot: string
}

const good = { body: { verdict: 'good' }, did: 'Judged good', didNot: 'was not judged' } as const
const bad = { body: { verdict: 'bad' }, did: 'Judged bad', didNot: 'was not judged' } as const
const noVerdict = { body: { verdict: 'none' }, did: 'Verdict removed', didNot: 'kept its verdict' } as const
const read = { body: { read: true }, did: 'Marked read', didNot: 'was not marked read' } as const
const acknowledge = {
  body: { acknowledged: true },
  did: 'Acknowledged',
  didNot: 'was not acknowledged',
} as const
const unassign = { body: { assignedTo: null }, did: 'Unassigned', didNot: 'was not unassigned' } as const

/** Every act on signals, by its name. */
export function actsOf(personId: string) {
  const take = { body: { assignedTo: personId }, did: 'Assigned to you', didNot: 'was not assigned to you' }
  return { take, unassign, good, bad, noVerdict, read, acknowledge }
}

/** What takes an act back. Undefined where nothing does: such an act waits until the time to undo it is over. */
export function oppositeOf(
  { assignedTo, verdict }: Change['body'],
  before: Signal,
): Change['body'] | undefined {
  if (assignedTo !== undefined) return { assignedTo: before.assignedTo?.userId ?? null }
  if (verdict !== undefined) return { verdict: before.feedback?.verdict ?? 'none' }
  return undefined
}

/** Whether the signal is still as the act left it, so that to take the act back takes nothing from anyone else. */
export function isAsLeft(now: Signal, { assignedTo, verdict }: Change['body']): boolean {
  if (assignedTo !== undefined) return (now.assignedTo?.userId ?? null) === assignedTo
  return verdict === undefined || (now.feedback?.verdict ?? 'none') === verdict
}
