import { setTimeout as delay } from 'node:timers/promises'
import { Client, errors } from 'undici'
import { type Connection, createConnection } from './connection.ts'
import { findTarget, type Lookup, type Policy } from './find-target.ts'
import type { OutgoingAnswer, OutgoingRequest } from './outgoing.ts'
import { OutgoingError, type OutgoingErrorCode } from './outgoing-error.ts'
import type { OutgoingProxy } from './proxy/outgoing-proxy.ts'
import { BodyTooLargeError, readBody } from './read-body.ts'
import { userAgent } from './user-agent.ts'

/** What all requests of an `Outgoing` share. */
export type Means = {
  policy: Policy
  lookup: Lookup
  proxy: OutgoingProxy | undefined
  ca: string | undefined
  closing: AbortSignal
}

/** Sends one request over a connection of its own. */
export async function sendRequest(
  request: OutgoingRequest,
  { policy, lookup, proxy, ca, closing }: Means,
): Promise<OutgoingAnswer> {
  const { method, body, headers, timeoutMs, maxAnswerBytes, wholeAnswer = false, caller = '' } = request
  const connection = createConnection({ tls: { ca }, proxy })
  const givenUp = AbortSignal.any([closing, ...(request.signal === undefined ? [] : [request.signal])])
  const end = new AbortController()
  const stop = AbortSignal.any([givenUp, end.signal])
  const pieces: Buffer[] = []
  let head: Omit<OutgoingAnswer, 'body'> | undefined

  const exchange = async (): Promise<void> => {
    const { url, addresses } = await findTarget(request.url, policy, (hostname) =>
      lookup(hostname, { caller, signal: stop }),
    )
    // The caller may have given up while the name was resolved.
    stop.throwIfAborted()
    const client = new Client(url.origin, {
      connect: connection.connectTo(addresses),
      pipelining: 0,
      allowH2: false,
      // One timeout covers the whole exchange.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const destroy = (): void => {
      client.destroy().catch(() => undefined) // no caller waits for it
      connection.destroy()
    }
    stop.addEventListener('abort', destroy, { once: true })
    const answer = await client.request({
      method,
      path: url.pathname + url.search,
      headers: { 'user-agent': userAgent, 'accept-encoding': 'gzip, br', ...headers },
      body: body ?? null,
    })
    head = { status: answer.statusCode, headers: flatten(answer.headers) }
    if (request.wantsBody?.(head) === false) {
      answer.body.on('error', () => undefined).destroy() // the rest is not needed
      return
    }
    await readBody(answer.body, {
      encoding: head.headers['content-encoding'],
      maxBytes: maxAnswerBytes,
      mustBeWhole: wholeAnswer,
      onPiece: (piece) => pieces.push(piece),
    })
  }
  const limit = async (): Promise<never> => {
    await delay(timeoutMs, undefined, { signal: stop })
    throw new OutgoingError('timeout', { sentNothing: !connection.isMade() })
  }

  try {
    givenUp.throwIfAborted()
    await Promise.race([exchange(), limit()])
  } catch (error) {
    const isAnswered = head !== undefined && !wholeAnswer && !givenUp.aborted
    if (!isAnswered) throw toOutgoingError(error, { connection, isGivenUp: givenUp.aborted })
  } finally {
    end.abort()
  }
  if (head === undefined) throw new Error('an exchange ended without an answer')
  return { ...head, body: Buffer.concat(pieces) }
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}

/** Passes on a mistake in our own request unchanged: no retry would help. */
function toOutgoingError(
  error: unknown,
  { connection, isGivenUp }: { connection: Connection; isGivenUp: boolean },
): unknown {
  if (error instanceof OutgoingError || error instanceof errors.InvalidArgumentError) return error
  const code = isGivenUp ? 'aborted' : (connection.failure() ?? codeOf(error))
  return new OutgoingError(code, { sentNothing: !connection.isMade(), cause: error })
}

function codeOf(error: unknown): OutgoingErrorCode {
  if (error instanceof BodyTooLargeError || error instanceof errors.HeadersOverflowError) return 'too_large'
  const endedEarly =
    error instanceof errors.SocketError || error instanceof errors.ResponseContentLengthMismatchError
  return endedEarly || (error instanceof Error && 'syscall' in error) ? 'reset' : 'malformed'
}
