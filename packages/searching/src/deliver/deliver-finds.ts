import type { Database, SecretBox } from '@signalpost/database'
import { findNewestSecret } from '@signalpost/database/access'
import { claimFinds, type DeliveryOutcome, type FindClaim, settleFinds } from '@signalpost/database/searching'
import { minuteMs, secondMs } from '@signalpost/domain'
import { type PostAnswer, postOnce, type Sender } from '@signalpost/intake-client'
import { reach } from '@signalpost/runtime'
import { serviceV1 } from '@signalpost/signatures'

export type DeliveryServices = {
  database: Database
  /** Opens the secrets of sources. */
  secretBox: SecretBox
  /** Without a final slash. */
  intakeUrl: string
  /** The largest body that the intake accepts. */
  maxBodyBytes: number
}

/** How many finds of one source had each outcome. */
export type DeliveredFinds = {
  orgId: string
  sourceId: string
  counts: Record<DeliveryOutcome['state'], number>
  /** Why some still wait. */
  waitsFor: string | undefined
}

type WaitingFind = FindClaim['finds'][number]

const mostAtOnce = 100
/** Longer than the intake may take to answer. */
const claimMs = minuteMs
const retryMs = 2 * secondMs
/** An intake learns within 5 s of a source that was just made. */
const unknownSourceRetryMs = 5 * secondMs

/**
 * Sends the finds that wait the longest to the intake as one signed array, and records the outcome of each. Returns
 * undefined when none waits. The stored text of an event is what is sent, at every try.
 */
export async function deliverFinds(
  { database, secretBox, intakeUrl, maxBodyBytes }: DeliveryServices,
  signal: AbortSignal,
): Promise<DeliveredFinds | undefined> {
  const claim = await claimFinds(database, { limit: mostAtOnce, maxBytes: maxBodyBytes / 2, claimMs })
  if (claim === undefined) return undefined
  const { orgId, sourceId, token, finds } = claim
  reach('finds.claimed')
  const secret = await findNewestSecret(database, secretBox, sourceId)
  const sent =
    secret === undefined
      ? { outcomes: waiting(finds, minuteMs), waitsFor: 'the source of listeners has no valid secret' }
      : await send(
          { url: `${intakeUrl}/hooks/${sourceId}`, scheme: serviceV1, settings: {}, secret },
          { finds, signal },
        )
  reach('finds.sent')
  await settleFinds(database, { orgId, token, outcomes: sent.outcomes })
  reach('finds.settled')
  const counts = { delivered: 0, refused: 0, waiting: 0 }
  for (const { state } of sent.outcomes) counts[state] += 1
  return { orgId, sourceId, counts, waitsFor: sent.waitsFor }
}

type Sent = { outcomes: DeliveryOutcome[]; waitsFor: string | undefined }

/** If the intake refuses an array, it sends each event alone, so that only the bad one is refused. */
async function send(
  sender: Sender,
  { finds, signal }: { finds: readonly WaitingFind[]; signal: AbortSignal },
): Promise<Sent> {
  const body = Buffer.from(`[${finds.map(({ event }) => event).join(',')}]`)
  const answer = await postOnce(sender, { body, eventId: null, signal })
  if (answer.accepted) return { outcomes: finds.map(deliveredOf), waitsFor: undefined }
  if (!isAboutContent(answer)) return waitingAfter(finds, answer)
  const [only, ...more] = finds
  if (only !== undefined && more.length === 0) {
    return { outcomes: [{ ...keyOf(only), state: 'refused', reason: reasonOf(answer) }], waitsFor: undefined }
  }
  const sent: Sent = { outcomes: [], waitsFor: undefined }
  for (const find of finds) {
    const { outcomes, waitsFor } = await send(sender, { finds: [find], signal })
    sent.outcomes.push(...outcomes)
    sent.waitsFor ??= waitsFor
  }
  return sent
}

type Refused = Exclude<PostAnswer, { accepted: true }>

function isAboutContent(answer: Refused): boolean {
  return answer.reached && (answer.httpStatus === 400 || answer.httpStatus === 413)
}

function waitingAfter(finds: readonly WaitingFind[], answer: Refused): Sent {
  if (!answer.reached) return { outcomes: waiting(finds, retryMs), waitsFor: 'the intake gives no answer' }
  const isUnknown = answer.httpStatus === 401
  const pauseMs = isUnknown ? unknownSourceRetryMs : Math.max(answer.retryAfterMs ?? 0, retryMs)
  return { outcomes: waiting(finds, pauseMs), waitsFor: `the intake answers ${answer.httpStatus}` }
}

function reasonOf({ error }: Refused): string {
  const [issue] = error.detail ?? []
  return issue === undefined ? error.message : `${issue.path}: ${issue.message}`
}

function waiting(finds: readonly WaitingFind[], afterMs: number): DeliveryOutcome[] {
  return finds.map((find) => ({ ...keyOf(find), state: 'waiting', retryMs: afterMs }))
}

function deliveredOf(find: WaitingFind): DeliveryOutcome {
  return { ...keyOf(find), state: 'delivered' }
}

function keyOf({ listenerId, dedupeKey }: WaitingFind): Pick<WaitingFind, 'listenerId' | 'dedupeKey'> {
  return { listenerId, dedupeKey }
}
