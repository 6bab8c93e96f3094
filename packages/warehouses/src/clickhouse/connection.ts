import { createReadStream } from 'node:fs'
import { type Agent as HttpAgent, type IncomingMessage, Agent as PlainAgent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { finished } from 'node:stream/promises'
import { createProxyAgent, type Guard, leadsThrough, type OutgoingProxy } from '@signalpost/outgoing'
import { AnswerError, inOurWords } from '../network/answer-error.ts'
import { boundAnswers } from '../network/bound-answers.ts'
import type { tlsOf } from '../network/certificates.ts'
import { hideRows } from './fault-of.ts'

const requestTimeoutMs = 10 * 60_000
// An idle server that went to sleep takes a while to wake.
const connectTimeoutMs = 60_000
const chunkBytes = 256 * 1024

/** Fixes how the server reads a batch's file, whatever its own profile says. */
const fileSettings = {
  format_csv_delimiter: ',',
  format_csv_allow_single_quotes: 0,
  format_csv_allow_double_quotes: 1,
  format_csv_null_representation: '\\N',
  input_format_csv_trim_whitespaces: 0,
  input_format_csv_detect_header: 0,
  input_format_null_as_default: 0,
  input_format_allow_errors_num: '0',
  input_format_allow_errors_ratio: 0,
} as const

type Parameters = Record<string, unknown>

export type Connection = {
  query: (text: string, parameters?: Parameters) => Promise<Record<string, unknown>[]>
  /** Runs a statement without a result; resolves when the server has finished all of it. */
  run: (statement: string, parameters?: Parameters) => Promise<void>
  /** Runs an INSERT that ends in FORMAT CSV, with a file as its data. */
  loadFile: (statement: string, file: string, parameters: Parameters) => Promise<void>
  close: () => Promise<void>
}

type Server = {
  url: string
  user: string
  password: string
  tls?: ReturnType<typeof tlsOf>
  proxy?: OutgoingProxy | undefined
  guard?: Guard | undefined
}

/** Creates a client of the HTTP interface. Checks that the server accepts the user. */
export async function connect(to: Server): Promise<Connection> {
  // Loads the client only for those who have such a warehouse.
  const { ClickHouseError, ClickHouseLogLevel, createClient } = await import('./client-library.ts')
  let wantsData = false
  const agent = boundAnswers(agentFor(to), {
    headMs: requestTimeoutMs,
    dataMs: requestTimeoutMs,
    judge: (answer) => isSuccess(answer, to) && wantsData,
  })
  const inWords = (error: unknown): Error => inOurWords(error, (one) => one instanceof ClickHouseError)
  const ask = async <Answer>(
    request: () => Promise<Answer>,
    { forData = false }: { forData?: boolean } = {},
  ): Promise<Answer> => {
    try {
      wantsData = forData
      return await request()
    } catch (error) {
      throw inWords(error)
    } finally {
      wantsData = false
    }
  }
  const client = createClient({
    url: to.url,
    http_agent: agent,
    username: to.user,
    password: to.password,
    application: 'signalpost',
    request_timeout: requestTimeoutMs,
    // Errors are thrown; the client would print statements and values too.
    log: { level: ClickHouseLogLevel.OFF },
    use_multipart_params_auto: true,
    clickhouse_settings: {
      // Otherwise an error could follow after a status of success.
      wait_end_of_query: 1,
      async_insert: 0,
      mutations_sync: '2',
      lightweight_deletes_sync: '2',
      output_format_json_quote_64bit_integers: 1,
    },
  })
  const abort_signal = AbortSignal.timeout(connectTimeoutMs)
  const ping = await client.ping({ select: true, abort_signal })
  if (!ping.success) {
    await client.close()
    agent.destroy()
    throw abort_signal.aborted ? new AnswerError('timeout') : inWords(ping.error)
  }
  return {
    query: (text, parameters = {}) =>
      ask(
        async () => {
          const result = await client.query({ query: text, query_params: parameters, format: 'JSONEachRow' })
          return result.json<Record<string, unknown>>()
        },
        { forData: true },
      ),
    run: (statement, parameters = {}) =>
      ask(async () => {
        await client.command({ query: statement, query_params: parameters })
      }),
    loadFile: async (statement, file, parameters) => {
      // The client reads it once it is connected, and listens to its errors no earlier.
      const values = createReadStream(file, { highWaterMark: chunkBytes }).on('error', () => undefined)
      try {
        const { stream } = await client.exec({
          query: statement,
          query_params: parameters,
          clickhouse_settings: fileSettings,
          values,
        })
        await finished(stream.resume())
      } catch (error) {
        throw hideRows(inWords(error))
      } finally {
        values.destroy()
      }
    },
    close: async () => {
      await client.close()
      agent.destroy()
    },
  }
}

function agentFor({ url, tls, proxy, guard }: Server): HttpAgent {
  const { hostname, protocol: scheme } = new URL(url)
  const protocol = scheme === 'https:' ? scheme : 'http:'
  if (guard !== undefined) return guard.createAgent({ protocol })
  if (leadsThrough(proxy, hostname)) return createProxyAgent(proxy, { protocol, ...tls })
  return protocol === 'https:'
    ? new SecureAgent({ keepAlive: true, ...tls })
    : new PlainAgent({ keepAlive: true })
}

/**
 * Only an exception that ClickHouse marks as its own is read: any other text may be a page of another server. Behind the
 * guard, an answer without a header of ClickHouse is no success either.
 */
function isSuccess({ statusCode = 0, headers }: IncomingMessage, { guard }: Server): boolean {
  if (headers['x-clickhouse-exception-code'] !== undefined) return false
  if (statusCode < 200 || statusCode > 299) throw new AnswerError(`http_${statusCode}`)
  const isOwn = Object.keys(headers).some((name) => name.startsWith('x-clickhouse-'))
  if (guard !== undefined && !isOwn) throw new AnswerError('not_understood')
  return true
}
