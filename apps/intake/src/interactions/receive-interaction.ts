import type { IncomingMessage, ServerResponse } from 'node:http'
import { checkCell, findCell, RejectedError, type SignalRegisters } from '@signalpost/domain'
import { type BodyReading, readBody, refuseUnread, requestId } from '@signalpost/runtime'
import type { Verification } from '@signalpost/signatures'
import type { Span, Tracer } from '@signalpost/tracing'
import type { IntakeMetrics } from '../intake-metrics.ts'
import { answerError, invalidSignature } from '../receive/answer-error.ts'
import type { Gatherer } from '../receive/gather-deliveries.ts'
import { startRequestSpan, traceStoring } from '../receive/trace-request.ts'
import { withinDeadline } from '../receive/within-deadline.ts'
import type { ChannelDirectory, KnownChannel } from './channel-directory.ts'
import { readInteraction } from './read-interaction.ts'

export type InteractionDependencies = {
  /** The cell of this installation. */
  cell: string
  channels: ChannelDirectory
  gatherer: Gatherer
  metrics: IntakeMetrics
  findRegisters: (signal: { orgId: string; signalId: string }) => Promise<SignalRegisters | undefined>
  maxBodyBytes: number
  /** Bounds the bytes of unfinished requests. */
  bodies: BodyReading
  nowMs: () => number
  tracer?: Tracer | undefined
}

/**
 * Receives what Slack sends when someone presses a button in a channel's message, and answers once the bytes are
 * durable. The worker applies them like any delivery. Only the signature proves a request, whatever its headers call
 * the body. Every refusal has the same
 * answer, except that of a channel of another cell.
 */
export async function receiveInteraction(
  dependencies: InteractionDependencies,
  { channelId, request, response }: { channelId: string; request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const { metrics, maxBodyBytes, bodies } = dependencies
  const startedAtMs = performance.now()
  try {
    if (request.method !== 'POST') {
      const headers = { allow: 'POST' }
      throw new RejectedError('method_not_allowed', 'Send interactions by POST.', { headers })
    }
    const body = await readBody(request, maxBodyBytes, bodies)
    if (body === undefined) {
      metrics.countRefused('body_too_large')
      metrics.countInteraction('refused')
      refuseUnread(request, response, maxBodyBytes)
      return
    }
    const traceVerified = (orgId: string): Span | undefined =>
      startRequestSpan(dependencies.tracer, {
        ...{ request, response, route: '/slack/interactions/{channelId}', startedAtMs },
        about: { 'signalpost.channel_id': channelId, 'signalpost.org_id': orgId },
      })
    await acceptBody(dependencies, { channelId, request, body, traceVerified })
    metrics.countInteraction('accepted')
    response.writeHead(200, { 'content-length': 0 })
    response.end()
  } catch (error) {
    metrics.countInteraction('refused')
    answerError(error, response, metrics)
  }
}

async function acceptBody(
  dependencies: InteractionDependencies,
  {
    channelId,
    request,
    body,
    traceVerified,
  }: {
    channelId: string
    request: IncomingMessage
    body: Buffer
    traceVerified: (orgId: string) => Span | undefined
  },
): Promise<void> {
  const { cell, gatherer, metrics, findRegisters } = dependencies
  checkCell(findCell(channelId), cell)
  const startedAtMs = performance.now()
  const receivedAtMs = dependencies.nowMs()
  const { sender, secretId } = getSender(dependencies, { channelId, request, body, receivedAtMs })
  const { orgId, users, signatureHeadersOf } = sender
  const span = traceVerified(orgId)
  const event = await readInteraction(body, {
    orgId,
    users,
    receivedAtMs,
    findRegisters: (signalId) =>
      withinDeadline(findRegisters({ orgId, signalId }), 'The stored state of the signal could not be read.'),
  })
  const received = {
    sourceId: channelId,
    orgId,
    receivedAtMs,
    traceId: requestId(request),
    signatureHeaders: signatureHeadersOf(request),
    secretId,
    traceparent: span?.traceparent,
    body,
    events: [event],
  }
  await traceStoring(dependencies.tracer, span, () => gatherer.gather(received, startedAtMs))
  metrics.countAccepted(1)
}

/** Returns the channel that the request is proved to be for, and the secret that proves it. Throws RejectedError `signature_invalid`. */
function getSender(
  { channels, metrics }: InteractionDependencies,
  {
    channelId,
    request,
    body,
    receivedAtMs,
  }: { channelId: string; request: IncomingMessage; body: Buffer; receivedAtMs: number },
): { sender: KnownChannel; secretId: string } {
  const channel = channels.find(channelId)
  const verification = (channel ?? channels.dummy).verifier.verify({
    rawHeaders: request.rawHeaders,
    body,
    nowMs: receivedAtMs,
  })
  if (channel !== undefined && verification.ok) return { sender: channel, secretId: verification.secretId }
  metrics.countRefused(refusalReason(channel, verification))
  throw invalidSignature()
}

function refusalReason(channel: KnownChannel | undefined, verification: Verification): string {
  if (channel === undefined) return 'unknown_channel'
  if (!channel.enabled) return 'disabled'
  return verification.ok ? 'no_secret' : verification.reason
}
