import { setTimeout as sleep } from 'node:timers/promises'
import { createId } from '@signalpost/database'
import { type ErrorBody, type ErrorCode, errorBody, errorCodes } from '@signalpost/domain'
import type { Scheme } from '@signalpost/signatures'
import { z } from 'zod'

/** What sending to one source needs. */
export type Sender = { url: string; scheme: Scheme; settings: Record<string, string>; secret: string }

export type PostAnswer =
  | { accepted: true; status: 'accepted' | 'duplicate'; deliveryIds: string[] }
  /** `reached` is false if the intake never responded. */
  | { accepted: false; error: ErrorBody; reached: boolean }

const acceptance = z.object({ status: z.enum(['accepted', 'duplicate']) })
const single = acceptance.extend({ deliveryId: z.string() })
const several = acceptance.extend({ deliveries: z.array(z.object({ deliveryId: z.string() })) })
// The cast: Object.keys loses the type of the codes.
const codes = Object.keys(errorCodes) as ErrorCode[]
const issues = z.array(z.object({ path: z.string(), message: z.string() }))
const refusal = z.object({
  message: z.string(),
  code: z.enum(codes).catch('internal'),
  detail: issues.optional().catch(undefined),
})

const maxTries = 6
const retryAfterDefaultMs = 1_000
const retryAfterLongestMs = 60_000
const timeoutMs = 30_000
const retriedStatuses = new Set([408, 429, 502, 503, 504])

/**
 * Posts a body to a source, signed at the time of each try. Retries if the intake asks for it, a limited number of
 * times and with the same ids, so nothing is applied twice.
 */
export async function postSigned(
  { url, scheme, settings, secret }: Sender,
  { body, eventId }: { body: Buffer; eventId: string | null },
): Promise<PostAnswer> {
  const id = eventId ?? createId('evt_')
  for (let tries = 1; ; tries += 1) {
    const timestampSeconds = Math.floor(Date.now() / 1000)
    const headers = scheme.sign({ secret, settings, body, timestampSeconds, id })
    const response = await findResponse(url, headers, body)
    if (response !== undefined && !retriedStatuses.has(response.status)) return readAnswer(response)
    if (tries === maxTries) return response === undefined ? unreachable() : readAnswer(response)
    await response?.body?.cancel()
    await sleep(retryAfterMsOf(response))
  }
}

async function findResponse(
  url: string,
  headers: Record<string, string>,
  body: Buffer,
): Promise<Response | undefined> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch {
    // Without a response it is unknown whether the body was stored; sending it again is safe either way.
    return undefined
  }
}

async function readAnswer(response: Response): Promise<PostAnswer> {
  const document: unknown = await response.json().catch(() => undefined)
  if (response.status === 202) {
    const one = single.safeParse(document)
    if (one.success) return { accepted: true, status: one.data.status, deliveryIds: [one.data.deliveryId] }
    const many = several.safeParse(document)
    if (many.success) {
      const deliveryIds = many.data.deliveries.map((delivery) => delivery.deliveryId)
      return { accepted: true, status: many.data.status, deliveryIds }
    }
  }
  const refused = refusal.safeParse(document)
  const error = refused.success
    ? errorBody(refused.data.code, refused.data.message, refused.data.detail)
    : errorBody('internal', `The intake responded with ${response.status} and an unknown body.`)
  return { accepted: false, error, reached: true }
}

function unreachable(): PostAnswer {
  return { accepted: false, error: errorBody('unavailable', 'The intake does not respond.'), reached: false }
}

function retryAfterMsOf(response: Response | undefined): number {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN)
  return seconds >= 0 ? Math.min(seconds * 1000, retryAfterLongestMs) : retryAfterDefaultMs
}
