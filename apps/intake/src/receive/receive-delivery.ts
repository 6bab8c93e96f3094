import type { IncomingMessage, ServerResponse } from 'node:http'
import { checkCell, findCell, RejectedError } from '@signalpost/domain'
import {
  type BodyReading,
  checkJsonContent,
  reach,
  readBody,
  refuseUnread,
  requestId,
  sendJson,
} from '@signalpost/runtime'
import type { Verification } from '@signalpost/signatures'
import type { Tracer } from '@signalpost/tracing'
import type { IntakeMetrics } from '../intake-metrics.ts'
import type { RejectionLog } from '../rejections/rejection-log.ts'
import type { SourceActivity } from '../sources/source-activity.ts'
import type { KnownSource, SourceDirectory } from '../sources/source-directory.ts'
import { answerError, invalidSignature } from './answer-error.ts'
import type { Gatherer } from './gather-deliveries.ts'
import { type ReceivedEvents, readEvents } from './read-events.ts'
import { startRequestSpan, traceStoring } from './trace-request.ts'

export type ReceiveDependencies = {
  /** The cell of this installation. */
  cell: string
  sources: SourceDirectory
  activity: Pick<SourceActivity, 'recordDelivery'>
  rejections: RejectionLog
  gatherer: Gatherer
  metrics: IntakeMetrics
  /** Resolves with whether a source with a limit may send one more; throws when the limit cannot be checked. */
  takeRate: (source: {
    sourceId: string
    ratePerMinute: number
  }) => Promise<{ allowed: boolean; resetSeconds: number }>
  addressOf: (request: IncomingMessage) => string
  maxBodyBytes: number
  /** Bounds the bytes of unfinished requests. */
  bodies: BodyReading
  nowMs: () => number
  tracer?: Tracer | undefined
}

/**
 * Handles one request to a hook, with Node's own request and response: the contract fixes the checks, their order and
 * every byte of the answer. One function waits for everything: a second one for each request is garbage of 1.4 kB.
 */
export async function receiveDelivery(
  dependencies: ReceiveDependencies,
  { sourceId, request, response }: { sourceId: string; request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const { metrics, maxBodyBytes, gatherer, tracer } = dependencies
  const startedAtMs = performance.now()
  // An answer that no one received has no time.
  response.once('finish', () => metrics.observeAnswer(response.statusCode, performance.now() - startedAtMs))
  try {
    checkShape(dependencies, { sourceId, request })
    const body = await readBody(request, maxBodyBytes, dependencies.bodies)
    if (body === undefined) {
      metrics.countRefused('body_too_large')
      logUnread(dependencies, { sourceId, request, reason: 'body_too_large' })
      refuseUnread(request, response, maxBodyBytes)
      return
    }
    const waitsSinceMs = performance.now()
    const verified = verify(dependencies, { sourceId, request, body })
    const { source, secretId, receivedAtMs } = verified
    const span =
      tracer &&
      startRequestSpan(tracer, {
        ...{ request, response, route: '/hooks/{sourceId}', startedAtMs },
        about: { 'signalpost.source_id': sourceId, 'signalpost.org_id': source.orgId },
      })
    const { ratePerMinute } = source
    if (ratePerMinute !== null) await checkRate(dependencies, { sourceId, ratePerMinute })
    const challenge = source.scheme.respond?.(body)
    if (challenge === undefined) {
      const read = readEvents(body, {
        orgId: source.orgId,
        envelopeOnly: source.scheme.envelopeOnly,
        eventIdHint: verified.eventIdHint,
      })
      const received = {
        sourceId,
        orgId: source.orgId,
        receivedAtMs,
        traceId: requestId(request),
        signatureHeaders: source.signatureHeadersOf(request),
        secretId,
        traceparent: span?.traceparent,
        body,
        events: read.events,
      }
      const deliveryIds = await traceStoring(tracer, span, () => gatherer.gather(received, waitsSinceMs))
      dependencies.activity.recordDelivery({ sourceId, secretId, atMs: receivedAtMs })
      metrics.countAccepted(read.events.length)
      sendJson(response, 202, acceptance(read, deliveryIds))
    } else {
      sendJson(response, challenge.status, challenge.body)
    }
    reach('request.answered')
  } catch (error) {
    answerError(error, response, metrics)
  }
}

/** The greatest number that the log's column holds. */
const maxLoggedBytes = 2 ** 31 - 1

type Verified = {
  source: KnownSource
  secretId: string
  eventIdHint: string | undefined
  receivedAtMs: number
}

/** Returns the source that the request is proved to be from. Throws RejectedError otherwise. */
function verify(
  { cell, sources, rejections, metrics, addressOf, nowMs }: ReceiveDependencies,
  { sourceId, request, body }: { sourceId: string; request: IncomingMessage; body: Buffer },
): Verified {
  checkCell(findCell(sourceId), cell)
  const source = sources.find(sourceId)
  const receivedAtMs = nowMs()
  const { rawHeaders } = request
  const verification = (source ?? sources.dummy).verifier.verify({ rawHeaders, body, nowMs: receivedAtMs })
  if (source === undefined || !verification.ok) {
    const reason = refusalReason(source, verification)
    metrics.countRefused(reason)
    if (source !== undefined) {
      const address = addressOf(request)
      rejections.addRefused(source, { rawHeaders, body, reason, address, atMs: receivedAtMs })
    }
    throw reason === 'stale' ? staleSignature() : invalidSignature()
  }
  reach('request.verified')
  const { secretId, eventIdHint } = verification
  return { source, secretId, eventIdHint, receivedAtMs }
}

function checkShape(
  dependencies: ReceiveDependencies,
  { sourceId, request }: { sourceId: string; request: IncomingMessage },
): void {
  try {
    if (request.method !== 'POST') {
      throw new RejectedError('method_not_allowed', 'A hook takes POST.', { headers: { allow: 'POST' } })
    }
    checkJsonContent(request)
  } catch (error) {
    if (error instanceof RejectedError) logUnread(dependencies, { sourceId, request, reason: error.code })
    throw error
  }
}

/** Logs a request that was refused before its body was read. */
function logUnread(
  { sources, rejections, addressOf, nowMs }: ReceiveDependencies,
  { sourceId, request, reason }: { sourceId: string; request: IncomingMessage; reason: string },
): void {
  if (sources.find(sourceId) === undefined) return
  const declared = Number(request.headers['content-length'] ?? 0)
  const bytes = Number.isSafeInteger(declared) ? Math.min(Math.max(declared, 0), maxLoggedBytes) : 0
  rejections.addUnread({ sourceId, reason, bytes, address: addressOf(request), atMs: nowMs() })
}

function refusalReason(source: KnownSource | undefined, verification: Verification): string {
  if (source === undefined) return 'unknown_source'
  if (!source.enabled) return 'disabled'
  return verification.ok ? 'no_secret' : verification.reason
}

async function checkRate(
  { takeRate }: ReceiveDependencies,
  limited: { sourceId: string; ratePerMinute: number },
): Promise<void> {
  const { allowed, resetSeconds } = await takeRate(limited)
  if (allowed) return
  throw new RejectedError('rate_limited', 'The source sends faster than its limit.', {
    headers: { 'retry-after': String(Math.max(1, resetSeconds)) },
  })
}

function acceptance({ events, isArray }: ReceivedEvents, deliveryIds: string[]): object {
  const deliveries = events.map(({ eventId }, index) => ({ deliveryId: deliveryIds[index], eventId }))
  return isArray ? { status: 'accepted', deliveries } : { status: 'accepted', ...deliveries[0] }
}

function staleSignature(): RejectedError {
  return new RejectedError('signature_stale', 'The signature is too old or too new.')
}
