import { type ErrorCode, errorCodes, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { oneLine } from '../command/explain-error.ts'
import { version } from '../version.ts'
import { explainNetwork } from './explain-network.ts'
import type { Remote } from './find-remote.ts'
import { readWhole } from './read-whole.ts'
import { RemoteError } from './remote-error.ts'

/** Most answers of the console take a minute at the longest. Some say that they take longer. */
const usualTimeoutMs = 75_000
const marginMs = 15_000

const agent = `signalpost-cli/${version} (${process.platform})`

export type Method = 'get' | 'post' | 'patch' | 'delete'
/** Members of a query that are undefined are left out. */
export type Query = Record<string, string | number | boolean | undefined>
type Given = { query?: Query; body?: unknown; takesMs?: number | undefined }

export type ConsoleClient = {
  url: string
  /**
   * Asks a route below `/console/api` and returns its JSON document. Throws RejectedError for what the console refuses, and
   * RemoteError where it cannot be used.
   */
  request: (method: Method, path: string, given?: Given) => Promise<unknown>
}

export function createConsoleClient(
  { url, token }: Remote,
  { timeoutMs }: { timeoutMs?: number | undefined } = {},
): ConsoleClient {
  return {
    url,
    request: async (method, path, { query = {}, body, takesMs = 0 } = {}) => {
      const search = searchOf(query)
      const answer = await ask(`${url}/console/api${path}${search}`, {
        ...{ url, method: method.toUpperCase() },
        timeoutMs: timeoutMs ?? Math.max(usualTimeoutMs, takesMs + marginMs),
        headers: {
          authorization: `Bearer ${token}`,
          ...(method !== 'get' && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (answer.status < 300) return answer.json
      throw refusalOf(answer, url)
    },
  }
}

function searchOf(query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size === 0 ? '' : `?${search.toString()}`
}

type Asked = Omit<RequestInit, 'headers'> & {
  url: string
  timeoutMs: number
  headers?: Record<string, string>
}
type Answer = { status: number; json: unknown }

/** Sends a request to a console and reads its JSON; undefined for an answer without a body. Throws RemoteError. */
export async function ask(address: string, { url, timeoutMs, headers, ...init }: Asked): Promise<Answer> {
  let answer: Response
  let text: string
  try {
    answer = await fetch(address, {
      ...{ ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) },
      headers: { accept: 'application/json', 'user-agent': agent, ...headers },
    })
    text = await readWhole(answer, url)
  } catch (error) {
    if (error instanceof RemoteError) throw error
    throw explainNetwork(error, { url, timeoutMs })
  }
  const { status } = answer
  if (status >= 300 && status < 400) {
    const place = URL.parse(answer.headers.get('location') ?? '', address)?.origin ?? 'elsewhere'
    throw new RemoteError(`${url} leads to ${oneLine(place)}. Use the address of the console itself.`)
  }
  if (status === 204) return { status, json: undefined }
  const json = /^application\/json\b/i.test(answer.headers.get('content-type') ?? '')
    ? jsonOf(text)
    : undefined
  if (json !== undefined) return { status, json }
  throw new RemoteError(
    `${url} answered with a page in place of JSON (status ${status}). Something else is at this address, or a proxy in front of the console that has to let /console through.`,
  )
}

const line = z.string().transform(oneLine)
const issuesSchema = z.array(z.object({ path: line, message: line }))

/** The error of an answer, with what to do at a terminal. */
function refusalOf({ status, json }: Answer, url: string): Error {
  const { code, message, detail } = json as { code?: unknown; message?: unknown; detail?: unknown } // the cast: all unknown
  const text = typeof message === 'string' ? message : `status ${status}`
  if (code === 'unauthorized') {
    return new RejectedError(
      code,
      `The login at ${url} has ended. Log in again: ./signalpost login --url ${url}`,
    )
  }
  if (code === 'login_required') {
    const what = 'This needs a login of the last 15 minutes.'
    return new RejectedError(code, `${what} Run ./signalpost login --url ${url}, then this again.`)
  }
  // What a console answers for a path that it does not have, rather than for a thing.
  if (code === 'method_not_allowed' || (code === 'not_found' && text === 'There is nothing here.')) {
    return new RemoteError(
      `${url} does not know this command, so it is of another version than this command line (${version}). Update it, or use its own version.`,
    )
  }
  if (!isCode(code)) return new RemoteError(`${url} refused: ${oneLine(text)}`)
  const issues = issuesSchema.safeParse(detail)
  return new RejectedError(code, oneLine(text), issues.success ? { issues: issues.data } : {})
}

function isCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorCodes, code)
}

function jsonOf(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? json : undefined
  } catch {
    return undefined
  }
}
