import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type Answered,
  type Asking,
  callTool,
  completeId,
  findRefusal,
  findResource,
  listTool,
  researchTools,
  showsStrangers,
  type Tool,
  type ToolOutcome,
  type ToolServices,
  tools,
  usableTools,
} from '@signalpost/assistants'
import type { AssistantCaller } from '@signalpost/authorization'
import type { AssistantAddresses, FindAssistant } from '@signalpost/authorization/oauth'
import { isStoreFault } from '@signalpost/database'
import { isDeeperThan, RejectedError, TransientError } from '@signalpost/domain'
import { invalidRequest, readJsonBody } from '@signalpost/rest'
import { clientAddress, type Logger, methodNotAllowed, type Networks } from '@signalpost/runtime'
import { Router } from 'express'
import { limitMisses } from '../face/callers/limit-misses.ts'
import { createAssistantLimits } from './assistant-limits.ts'
import { type AssistantMetrics, countHidden } from './assistant-metrics.ts'
import type { CalledTool } from './call-log.ts'
import { checkSender, insufficientScope, readToken, unauthorized } from './check-caller.ts'
import type { CreateServer, ToolResult } from './protocol-server.ts'

const maxBodyBytes = 262_144
const mostLevels = 64
const failed = 'Something went wrong on our side. Try again later.'

/** Who may come in, and by which addresses. */
export type AssistantAdmission = {
  readonly addresses: AssistantAddresses
  /** Whether a `Host` header names this service. */
  readonly isOurHost: (host: string) => boolean
  readonly findAssistant: FindAssistant
  /** Serves other tools than the product's to those who may come in, such as those of a conformance suite. */
  readonly createServer?: CreateServer | undefined
}

type Endpoint = AssistantAdmission & {
  readonly services: Omit<ToolServices, 'consoleUrl'>
  readonly trustedProxies: Networks
  readonly logger: Logger
  readonly metrics: Pick<AssistantMetrics, 'countConfirmation' | 'countRefusal'>
  /** Gets every call of a tool, and rejects where it cannot be kept. */
  readonly onCall: (call: CalledTool) => Promise<void>
}

/** Serves assistants at `/mcp`. Host, origin, token and body are checked before the protocol's library sees a request. */
export function assistantEndpoint({
  addresses,
  isOurHost,
  findAssistant,
  createServer,
  trustedProxies,
  ...rest
}: Endpoint): Router {
  const { services, logger, metrics, onCall } = rest
  const limits = createAssistantLimits(services)
  const misses = limitMisses({ nowMs: services.nowMs })
  const toolServices = { ...services, consoleUrl: addresses.consoleUrl }

  const identify = async (request: IncomingMessage): Promise<AssistantCaller> => {
    const token = readToken(request, addresses)
    const caller = await findAssistant(token)
    if (caller === undefined) {
      misses.take(clientAddress(request, trustedProxies))
      throw unauthorized(request, addresses, 'invalid_token')
    }
    if (caller.policy === 'off') {
      throw new RejectedError(
        'forbidden',
        'This workspace does not allow assistants. An admin can change its policy.',
      )
    }
    await limits.takeRequest(caller)
    return caller
  }

  const call = async (
    caller: AssistantCaller,
    {
      asking = 'page',
      ...called
    }: {
      tool: Tool
      given: unknown
      answered?: Answered | undefined
      asking?: Asking
      signal: AbortSignal
    },
  ): Promise<ToolResult> => {
    const { tool, given } = called
    const startedAtMs = performance.now()
    const tell = (
      outcome: CalledTool['outcome'],
      { rows = 0, characters = 0, hidden = 0 } = {},
    ): Promise<void> =>
      onCall({
        ...{ caller, tool: tool.name, given, outcome, rows, characters, hidden },
        milliseconds: Math.round(performance.now() - startedAtMs),
      })
    let result: ToolOutcome
    try {
      if (!tool.hints.readOnly) await limits.takeWrite(caller)
      const { countConfirmation: onConfirmation } = metrics
      result = await callTool(toolServices, { ...called, caller, asking, onConfirmation })
    } catch (error) {
      if (error instanceof RejectedError) {
        void tell('limited', { characters: error.message.length })
        return { refusal: error.message }
      }
      void tell('failed')
      throw error
    }
    const kept = tell(result.outcome, {
      characters: result.text.length,
      ...(result.outcome === 'answered' && { rows: result.rows, hidden: countHidden(result.answer) }),
    })
    // Later writes depend on what was read, so it is known before it is shown.
    if (showsStrangers(tool)) await kept
    if (result.outcome === 'answered') return { structured: result.answer, text: result.text }
    if (result.outcome === 'refused') return { refusal: result.text }
    if ('answer' in result) {
      return { structured: result.answer, text: result.text, confirmUrl: result.answer.confirmUrl }
    }
    return { question: result.text, state: result.state }
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    checkSender(request, { ...addresses, isOurHost })
    const caller = await identify(request)
    const options = readOptions(request.url)
    const read = await readJsonBody(request, response, { maxBytes: maxBodyBytes })
    if (read === undefined) return
    const body = checkMessage(read.value)
    const offered = offer(options)
    const asked = offered.find(({ name }) => name === nameOfCall(body))
    if (asked !== undefined) {
      const lack = findRefusal(caller, asked)
      if (lack !== undefined && 'ungranted' in lack)
        throw insufficientScope(request, addresses, lack.ungranted)
    }
    if (asked !== undefined || methodOf(body) === 'resources/read') await limits.takeCall(caller)
    const { serveProtocol } = await import('./protocol-server.ts')
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const { signal } = gone
    let failure: unknown
    /** The words of a fault are for the log. */
    const guard = <Result>(work: () => Promise<Result>, instead: Result): Promise<Result> =>
      work().catch((error: unknown) => {
        failure = error
        return instead
      })
    await serveProtocol(request, response, {
      ...{ body, url: `${addresses.apiUrl}/mcp`, createServer, signal },
      mayAnswer: () => !isAway(failure),
      surface: {
        listTools: () => usableTools(caller, offered).map(listTool),
        callTool: async (name, called) => {
          const tool = offered.find((one) => one.name === name)
          return tool && guard(() => call(caller, { ...called, tool, signal }), { refusal: failed })
        },
        readResource: async (uri) => {
          const found = findResource(uri)
          if (found === undefined) return undefined
          const result = await guard(() => call(caller, { ...found, signal }), { refusal: failed })
          return 'structured' in result ? result.text : undefined
        },
        completeId: (argument, begun) => guard(() => completeId(toolServices, caller, argument, begun), []),
      },
    })
    if (failure === undefined) return
    // A 503 says when to come again, and takes the place of the answer.
    if (isAway(failure)) throw failure
    logger.error({ err: failure, assistantId: caller.assistantId }, 'assistant.call-failed')
  }

  const router = Router({ caseSensitive: true })
  router.post('/mcp', async (request, response) => {
    try {
      await serve(request, response)
    } catch (error) {
      if (error instanceof RejectedError) metrics.countRefusal(error.code)
      throw error
    }
  })
  router.all('/mcp', methodNotAllowed(['POST']))
  return router
}

function isAway(error: unknown): boolean {
  return error instanceof TransientError || isStoreFault(error)
}

function offer({ isReadOnly, isResearch }: ConnectionOptions): readonly Tool[] {
  return isResearch ? researchTools : tools.filter(({ hints }) => hints.readOnly || !isReadOnly)
}

/** Throws RejectedError `invalid_request` for a batch, and for what is nested so deeply that reading it costs too much. */
function checkMessage(body: unknown): object {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidRequest([{ path: '', message: 'expected one message of JSON-RPC' }])
  }
  if (isDeeperThan(body, mostLevels)) {
    throw invalidRequest([{ path: '', message: `expected at most ${mostLevels} levels` }])
  }
  return body
}

function methodOf(body: object): unknown {
  return 'method' in body ? body.method : undefined
}

function nameOfCall(body: object): unknown {
  if (methodOf(body) !== 'tools/call' || !('params' in body)) return undefined
  const { params } = body
  return typeof params === 'object' && params !== null && 'name' in params ? params.name : undefined
}

/** How a connection narrows what it is offered. */
type ConnectionOptions = { readonly isReadOnly: boolean; readonly isResearch: boolean }

/** Reads the query of the endpoint. A typo must not widen what an assistant may do, so it is refused. */
function readOptions(url: string | undefined): ConnectionOptions {
  const query = new URLSearchParams(url?.split('?', 2)[1] ?? '')
  const issues = [...query].flatMap(([name, value]) => {
    if (query.getAll(name).length > 1) return { path: name, message: 'expected once' }
    if (name === 'readonly') return value === '1' ? [] : { path: name, message: 'expected 1' }
    if (name === 'tools') return value === 'research' ? [] : { path: name, message: 'expected research' }
    return { path: '', message: 'expected no parameters but readonly and tools' }
  })
  if (issues.length > 0) throw invalidRequest(issues)
  return { isReadOnly: query.has('readonly'), isResearch: query.has('tools') }
}
