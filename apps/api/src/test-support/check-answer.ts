import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { describeApi } from '../openapi/describe-api.ts'
import { routes } from '../routes/routes.ts'
import { findRoute } from './find-route.ts'

type Described = { required?: boolean; schema?: Record<string, unknown> }
type Response = { headers?: Record<string, { $ref: string } | Described>; content?: Record<string, unknown> }
type Document = {
  paths: Record<string, Record<string, { responses: Record<string, Response | { $ref: string }> }>>
  components: { headers: Record<string, Described>; responses: Record<string, Response> }
}

const document: Document = JSON.parse(JSON.stringify(describeApi({ routes })))
const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false })
addFormats.default(ajv)
ajv.addSchema({ $id: 'openapi', ...document })

/** Headers of every HTTP server about the transport. */
const ofTransport = [
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
]

export type Answer = { status: number; headers: Headers; text: string; body: unknown }

/** Sends a request and checks its answer against the interface description. */
export async function ask(url: string, init: RequestInit & { key?: string } = {}): Promise<Answer> {
  const { key, ...rest } = init
  const headers = new Headers(rest.headers)
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`)
  return readAnswer(await fetch(url, { ...rest, headers }), { url, method: init.method ?? 'GET' })
}

/** Sends again what a busy machine refuses for a moment, as clients do. */
export async function untilTaken<One extends { status: number }>(send: () => Promise<One>): Promise<One> {
  const answer = await send()
  return answer.status === 503 ? untilTaken(send) : answer
}

/** Reads an answer and checks it against the interface description. */
export async function readAnswer(
  response: globalThis.Response,
  { url, method }: { url: string; method: string },
): Promise<Answer> {
  const { status, headers } = response
  const text = await response.text()
  const isJson = headers.get('content-type')?.startsWith('application/json') === true
  const body: unknown = text === '' ? undefined : isJson ? JSON.parse(text) : text
  const answer = { status, headers, text, body }
  checkAnswer(answer, { path: new URL(url).pathname, method })
  return answer
}

/**
 * Fails for anything that the interface description does not say about an answer under /v1: a status, a type, a header
 * or a member too many or too few.
 */
export function checkAnswer(
  { status, headers, text, body }: Answer,
  { path, method }: { path: string; method: string },
): void {
  const what = `${method} ${path} ${status}: ${text.slice(0, 1_000)}`
  expect(headers.get('cache-control'), what).toBe('no-store')
  expect(headers.get('x-request-id'), what).toMatch(/^[A-Za-z0-9._-]{1,64}$/)
  const described = describedAnswer({ path, method, status })
  if (described === undefined) {
    // Answers of no operation: an unknown path, or a refusal before the path was read.
    expect([400, 401, 404, 405, 429, 503], what).toContain(status)
    checkBody(body, '/components/schemas/Error', what)
    return
  }
  const { response, pointer } = described
  checkHeaders(headers, response.headers ?? {}, what)
  const [type = '', charset] = (headers.get('content-type') ?? '').split('; ')
  expect(Object.keys(response.content ?? {}), what).toContain(type)
  expect(charset, what).toBe('charset=utf-8')
  if (method === 'HEAD') expect(text, what).toBe('')
  else checkBody(body, `${pointer}/content/${escaped(type)}/schema`, what)
}

function describedAnswer({ path, method, status }: { path: string; method: string; status: number }) {
  const found = findRoute(path, method) ?? findRoute(path)
  if (found === undefined) return undefined
  const response = document.paths[found.path]?.[found.method]?.responses[status]
  expect(response, `${method} ${path} is not described to answer ${status}`).toBeDefined()
  if (response === undefined) return undefined
  if ('$ref' in response) {
    const name = response.$ref.replace('#/components/responses/', '')
    return { response: document.components.responses[name] ?? {}, pointer: response.$ref.slice(1) }
  }
  return { response, pointer: `/paths/${escaped(found.path)}/${found.method}/responses/${status}` }
}

function checkHeaders(headers: Headers, described: NonNullable<Response['headers']>, what: string): void {
  for (const [name, reference] of Object.entries(described)) {
    const { required = false, schema = {} } = resolve(reference)
    const value = headers.get(name)
    if (value === null) expect(required, `${what}: ${name} is missing`).toBe(false)
    else {
      const typed = schema.type === 'integer' ? Number(value) : value
      expect(ajv.validate(schema, typed), `${what}: ${name} is ${value}`).toBe(true)
    }
  }
  const known = [...ofTransport, ...Object.keys(described).map((name) => name.toLowerCase())]
  const unknown = [...headers.keys()].filter((name) => !known.includes(name))
  expect(unknown, `${what}: headers that are not described`).toEqual([])
}

function checkBody(body: unknown, pointer: string, what: string): void {
  if (body === undefined) return
  const isDescribed = ajv.validate({ $ref: `openapi#${pointer}` }, body)
  expect(isDescribed ? [] : ajv.errors, what).toEqual([])
}

function resolve(header: { $ref: string } | Described): Described {
  if (!('$ref' in header)) return header
  const found = document.components.headers[header.$ref.replace('#/components/headers/', '')]
  if (found === undefined) throw new Error(`${header.$ref} leads nowhere.`)
  return found
}

function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('/', '~1'))
}
