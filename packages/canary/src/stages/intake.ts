import { findNewestSecret } from '@signalpost/database/access'
import { instantOf, type Signal } from '@signalpost/domain'
import { postOnce } from '@signalpost/intake-client'
import { serviceV1 } from '@signalpost/signatures'
import { describeUnreachable } from '../describe-unreachable.ts'
import type { Round, Stage } from '../stage.ts'

/** Sends the event, signed as the canary's source signs, until the intake accepts it. */
export const intakeStage: Stage = {
  stage: 'intake',
  pollMs: 1_000,
  isWatched: () => true,
  look: async ({ database, secretBox, intakeUrl, nowMs }, round) => {
    const { sourceId } = round.canary
    const secret = await findNewestSecret(database, secretBox, sourceId)
    if (secret === undefined) return { fails: 'the source of the canary has no valid secret' }
    const body = Buffer.from(JSON.stringify(eventOf(round, nowMs())))
    const sender = { url: `${intakeUrl}/hooks/${sourceId}`, scheme: serviceV1, settings: {}, secret }
    const answer = await postOnce(sender, { body, eventId: round.eventId, signal: round.signal })
    if (answer.accepted) return 'reached'
    if (answer.reached) return { waitsFor: `the intake answers ${answer.httpStatus}` }
    return { waitsFor: describeUnreachable('the intake', intakeUrl, answer.cause) }
  },
}

function eventOf({ canary: { orgId }, eventId, signalId }: Round, nowMs: number) {
  const now = instantOf(nowMs)
  const signal: Signal = {
    id: signalId,
    orgId,
    listenerId: 'lsn_canary',
    source: 'hackernews',
    url: 'https://signalpost.invalid/canary',
    title: 'Canary',
    excerpt: 'Signalpost sent this to itself. It shows that signals arrive.',
    postedAt: now,
    relevanceScore: 1,
    classification: 'relevant',
    rationale: 'The canary of this installation.',
    matchedKeywords: [],
    firstSeenAt: now,
  }
  return { id: eventId, type: 'signal.created', occurredAt: now, orgId, data: { signal } }
}
