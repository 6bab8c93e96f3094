import { createHmac, randomBytes } from 'node:crypto'
import {
  acceptedContent,
  type CallToolResult,
  type ClientCapabilities,
  type ContentBlock,
  type InputRequest,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'

type Request = ServerContext['mcpReq']
type Call = (request: Request) => CallToolResult | Promise<CallToolResult>

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA='
const image: ContentBlock = { type: 'image', data: png, mimeType: 'image/png' }
const key = randomBytes(32)

const text = (said: string): ContentBlock => ({ type: 'text', text: said })
const resource = (uri: string, mimeType: string, said: string): ContentBlock => ({
  type: 'resource',
  resource: { uri, mimeType, text: said },
})
const answer = (...content: ContentBlock[]): CallToolResult => ({ content })

/** Seals what a client brings back, so that nothing else is believed. */
const seal = (state: string): string =>
  `${state}.${createHmac('sha256', key).update(state).digest('base64url')}`

function openState(request: Request): string | undefined {
  const sealed = request.requestState()
  if (typeof sealed !== 'string') return undefined
  const [state = ''] = sealed.split('.')
  if (seal(state) === sealed) return state
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The state is not one that was given out.')
}

const elicit = (message: string, property: string, type: 'string' | 'boolean' = 'string'): InputRequest =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [property]: type === 'string' ? { type } : { type } },
      required: [property],
    },
  })
const sample = (said: string, maxTokens: number): InputRequest =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: said } }],
    maxTokens,
  })

const isAnswered = ({ inputResponses }: Request, name: string): boolean =>
  inputResponse(inputResponses, name).kind !== 'missing'

/** What the client says that it can do. */
function capabilitiesOf({ envelope }: Request): ClientCapabilities {
  const said: Record<string, unknown> = envelope ?? {}
  return said['io.modelcontextprotocol/clientCapabilities'] ?? {}
}

// The cast: a tool may answer with a question, which the type of its result leaves out.
const ask = (spec: Parameters<typeof inputRequired>[0]): CallToolResult =>
  inputRequired(spec) as unknown as CallToolResult

/** The tools that the suite calls by name. */
const tools: Record<string, Call> = {
  test_simple_text: () => answer(text('This is a simple text response for testing.')),
  test_image_content: () => answer(image),
  test_audio_content: () => answer({ type: 'audio', data: wav, mimeType: 'audio/wav' }),
  test_embedded_resource: () =>
    answer(resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')),
  test_multiple_content_types: () =>
    answer(
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ),
  test_error_handling: () => ({
    ...answer(text('This tool intentionally returns an error for testing')),
    isError: true,
  }),
  test_tool_with_progress: async (request) => {
    const progressToken = request._meta?.progressToken
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await request.notify({
        method: 'notifications/progress',
        // The guard above: without a token the loop is empty.
        params: { progressToken: progressToken as string | number, progress, total: 100 },
      })
    }
    return answer(text('done'))
  },
  test_tool_with_logging: async (request) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed'])
      await request.notify({ method: 'notifications/message', params: { level: 'info', data } })
    return answer(text('done'))
  },
  test_logging_tool: () => answer(text('done')),
  test_streaming_elicitation: (request) =>
    isAnswered(request, 'user_name')
      ? answer(text('done'))
      : ask({ inputRequests: { user_name: elicit('What is your name?', 'name') } }),
  test_missing_capability: (request) => {
    if (capabilitiesOf(request).sampling === undefined) {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
    }
    return answer(text('done'))
  },
  test_input_required_result_elicitation: (request) => {
    const given = acceptedContent(request.inputResponses, 'user_name')
    return given === undefined
      ? ask({ inputRequests: { user_name: elicit('What is your name?', 'name') } })
      : answer(text(`Hello, ${String(given.name)}!`))
  },
  test_input_required_result_sampling: (request) =>
    isAnswered(request, 'capital_question')
      ? answer(text('Paris'))
      : ask({ inputRequests: { capital_question: sample('What is the capital of France?', 100) } }),
  test_input_required_result_list_roots: (request) =>
    isAnswered(request, 'client_roots')
      ? answer(text(JSON.stringify(inputResponse(request.inputResponses, 'client_roots'))))
      : ask({ inputRequests: { client_roots: inputRequired.listRoots() } }),
  test_input_required_result_request_state: (request) =>
    openState(request) === 'asked' && isAnswered(request, 'confirm')
      ? answer(text('state-ok'))
      : ask({
          inputRequests: { confirm: elicit('Please confirm', 'ok', 'boolean') },
          requestState: seal('asked'),
        }),
  test_input_required_result_tampered_state: (request) =>
    openState(request) === 'asked'
      ? answer(text('state-ok'))
      : ask({
          inputRequests: { confirm: elicit('Please confirm', 'ok', 'boolean') },
          requestState: seal('asked'),
        }),
  test_input_required_result_multiple_inputs: (request) =>
    openState(request) === 'asked'
      ? answer(text('done'))
      : ask({
          inputRequests: {
            user_name: elicit('What is your name?', 'name'),
            greeting: sample('Generate a greeting', 50),
            client_roots: inputRequired.listRoots(),
          },
          requestState: seal('asked'),
        }),
  test_input_required_result_multi_round: (request) => {
    const round = openState(request)
    if (round === 'second') return answer(text('done'))
    return round === 'first'
      ? ask({
          inputRequests: { step2: elicit('Step 2: What is your favorite color?', 'color') },
          requestState: seal('second'),
        })
      : ask({
          inputRequests: { step1: elicit('Step 1: What is your name?', 'name') },
          requestState: seal('first'),
        })
  },
  test_input_required_result_capabilities: (request) => {
    const { sampling, elicitation } = capabilitiesOf(request)
    return ask({
      inputRequests: {
        ...(sampling && { greeting: sample('Generate a greeting', 50) }),
        ...(elicitation && { user_name: elicit('What is your name?', 'name') }),
      },
    })
  },
}

const prompts = [
  { name: 'test_simple_prompt', arguments: [] },
  { name: 'test_prompt_with_arguments', arguments: ['arg1', 'arg2'] },
  { name: 'test_prompt_with_embedded_resource', arguments: ['resourceUri'] },
  { name: 'test_prompt_with_image', arguments: [] },
  { name: 'test_input_required_result_prompt', arguments: [] },
]

const said = (...contents: ContentBlock[]) => ({
  messages: contents.map((content) => ({ role: 'user' as const, content })),
})

function getPrompt(name: string, given: Record<string, string>, request: Request) {
  if (name === 'test_simple_prompt') return said(text('This is a simple prompt for testing.'))
  if (name === 'test_prompt_with_arguments')
    return said(text(`Prompt with arguments: arg1='${given.arg1}', arg2='${given.arg2}'`))
  if (name === 'test_prompt_with_embedded_resource') {
    const embedded = resource(given.resourceUri ?? '', 'text/plain', 'Embedded resource content for testing.')
    return said(embedded, text('Please process the embedded resource above.'))
  }
  if (name === 'test_prompt_with_image') return said(image, text('Please analyze the image above.'))
  if (name !== 'test_input_required_result_prompt')
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt.')
  const context = acceptedContent(request.inputResponses, 'user_context')
  return context === undefined
    ? inputRequired({
        inputRequests: { user_context: elicit('What context should the prompt use?', 'context') },
      })
    : said(text(String(context.context)))
}

function readResource(uri: string) {
  const one = (content: { mimeType: string; text: string } | { mimeType: string; blob: string }) => ({
    contents: [{ uri, ...content }],
  })
  if (uri === 'test://static-text')
    return one({ mimeType: 'text/plain', text: 'This is the content of the static text resource.' })
  if (uri === 'test://static-binary') return one({ mimeType: 'image/png', blob: png })
  const id = /^test:\/\/template\/(\w+)\/data$/.exec(uri)?.[1]
  if (id === undefined) throw new ResourceNotFoundError(uri)
  const data = { id, templateTest: true, data: `Data for ID: ${id}` }
  return one({ mimeType: 'application/json', text: JSON.stringify(data) })
}

/** Makes a server with the tools, prompts and resources that the conformance suite asks for by name. */
export function createFixtureServer(): Server {
  const server = new Server(
    { name: 'fixtures', version: '1' },
    {
      capabilities: {
        ...{ tools: { listChanged: false }, prompts: { listChanged: false } },
        ...{ resources: { listChanged: false, subscribe: false }, completions: {}, logging: {} },
      },
    },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(tools).map((name) => ({ name, description: name, inputSchema: { type: 'object' } })),
  }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const call = tools[params.name]
    if (call === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool.')
    return call(mcpReq)
  })
  server.setRequestHandler('prompts/list', () => ({
    prompts: prompts.map((prompt) => ({
      ...{ name: prompt.name, description: prompt.name },
      arguments: prompt.arguments.map((name) => ({ name, description: name, required: true })),
    })),
  }))
  server.setRequestHandler('prompts/get', ({ params }, { mcpReq }) =>
    getPrompt(params.name, params.arguments ?? {}, mcpReq),
  )
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [], hasMore: false } }))
  server.setRequestHandler('resources/list', () => ({
    resources: ['static-text', 'static-binary'].map((name) => ({
      ...{ uri: `test://${name}`, name, description: name },
    })),
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', description: 'By id' }],
  }))
  server.setRequestHandler('resources/read', ({ params }) => readResource(params.uri))
  return server
}
