import { randomUUID } from 'node:crypto'
import { type ErrorBody, type ErrorCode, errorBody, errorCodes } from '@signalpost/domain'
import type { Scheme } from '@signalpost/signatures'
import { z } from 'zod'

/** What sending to one source needs. */
export type Sender = { url: string; scheme: Scheme; settings: Record<string, string>; secret: string }

export type SignedPost = {
  body: Buffer
  /** Of a body that is a single event. Schemes that sign an id need one; without it, one is made. */
  eventId: string | null
  /** Ends the wait for an answer. */
  signal?: AbortSignal | undefined
}

export type PostAnswer =
  | { accepted: true; status: 'accepted' | 'duplicate'; deliveryIds: string[] }
  | {
      accepted: false
      reached: true
      httpStatus: number
      /** At most a minute. */
      retryAfterMs: number | undefined
      error: ErrorBody
    }
  /** The intake never answered. It may have stored the body; sending it again is safe. */
  | { accepted: false; reached: false; error: ErrorBody; cause: unknown }

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

const timeoutMs = 30_000
/** As long as an intake ever asks to wait. What is in front of one may ask for days. */
const longestWaitMs = 60_000

/** Posts a body to a source, signed now, and waits 30 s for the answer. */
export async function postOnce(
  { url, scheme, settings, secret }: Sender,
  { body, eventId, signal }: SignedPost,
): Promise<PostAnswer> {
  const id = eventId ?? `evt_${randomUUID().replaceAll('-', '')}`
  const headers = scheme.sign({
    ...{ secret, settings, body, id },
    timestampSeconds: Math.floor(Date.now() / 1000),
  })
  const limit = AbortSignal.timeout(timeoutMs)
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    })
  } catch (cause) {
    return {
      accepted: false,
      reached: false,
      error: errorBody('unavailable', 'The intake does not respond.'),
      cause,
    }
  }
  return readAnswer(response)
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
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    accepted: false,
    reached: true,
    httpStatus: response.status,
    retryAfterMs: seconds >= 0 ? Math.min(seconds * 1000, longestWaitMs) : undefined,
    error,
  }
}
