import { type OutgoingProxy, userAgent } from '@signalpost/outgoing'

const timeoutDefaultMs = 10_000
const maxAnswerBytes = 262_144

/** No answer that can be read. The message repeats nothing of what was said. */
export class ModelError extends Error {
  override name = 'ModelError'
  /** Of an answer that is no success. */
  readonly status: number | undefined

  constructor(message: string, { status }: { status?: number } = {}) {
    super(message)
    this.status = status
  }
}

export type Patience = {
  signal: AbortSignal
  /** 10 s by default. */
  timeoutMs?: number | undefined
}

export type Posting = {
  url: string
  key: string | undefined
  body: unknown
  proxy: OutgoingProxy | undefined
}

/** Posts JSON and returns what `read` makes of the JSON that comes back. Throws ModelError, also if `read` throws. */
export async function postJson<Result>(
  { url, key, body, proxy }: Posting,
  { signal, timeoutMs = timeoutDefaultMs }: Patience,
  read: (answer: unknown) => Result,
): Promise<Result> {
  const { createProxyDispatcher, request } = await import('./model-client.ts')
  const dispatcher = createProxyDispatcher(proxy)
  try {
    const response = await request(url, {
      dispatcher,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': userAgent,
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const text = await readBounded(response.body)
    const { statusCode } = response
    if (statusCode !== 200) {
      throw new ModelError(`The model answers with status ${statusCode}.`, { status: statusCode })
    }
    return read(JSON.parse(text))
  } catch (error) {
    if (error instanceof ModelError) throw error
    throw new ModelError(`The model gives no answer that can be read (${reasonOf(error)}).`)
  } finally {
    await dispatcher.destroy()
  }
}

/** Only a code or the name: a parser's message repeats what it read. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? String(error.code) : ''
  return /^[A-Z_]{3,40}$/.test(code) ? code : error.name
}

async function readBounded(body: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > maxAnswerBytes) throw new ModelError('The answer of the model is too large.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}
