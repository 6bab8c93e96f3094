import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { describeApi } from '../openapi/describe-api.ts'
import { routes } from '../routes/routes.ts'

const document = describeApi({ routes })
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'openapi', ...document })

export type Answer = { status: number; headers: Headers; text: string; body: unknown }

/** Sends a request and holds its answer against the interface description, undocumented members included. */
export async function ask(url: string, init: RequestInit & { key?: string } = {}): Promise<Answer> {
  const { key, ...rest } = init
  const headers = new Headers(rest.headers)
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`)
  const response = await fetch(url, { ...rest, headers })
  const text = await response.text()
  const answer = {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? undefined : isJson(response.headers) ? JSON.parse(text) : text,
  }
  checkAnswer(answer, { path: new URL(url).pathname, method: init.method ?? 'GET' })
  return answer
}

/** Fails for what the interface description does not say: a status, a header that is missing, a member. */
function checkAnswer(answer: Answer, { path, method }: { path: string; method: string }): void {
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,64}$/)
  if (answer.body === undefined) return
  const type = answer.headers.get('content-type')
  expect(type).toMatch(/^(application\/json|text\/csv); charset=utf-8$/)
  const pointer = pointerOf({
    path,
    method: method.toLowerCase(),
    status: answer.status,
    type: type?.split(';')[0] ?? '',
  })
  const isDescribed = ajv.validate({ $ref: `openapi#${pointer}` }, answer.body)
  expect(isDescribed ? [] : ajv.errors, `${method} ${path} ${answer.status}: ${answer.text}`).toEqual([])
}

/** What no operation answers (an unknown path, another method) has the Error body. */
function pointerOf({
  path,
  method,
  status,
  type,
}: {
  path: string
  method: string
  status: number
  type: string
}): string {
  const route = routes.find(
    (one) => one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/, '[^/]+')}$`).test(path),
  )
  if (route === undefined || status === 405) return '/components/schemas/Error'
  const escaped = encodeURIComponent(route.path.replaceAll('/', '~1'))
  return `/paths/${escaped}/${method}/responses/${status}/content/${type.replace('/', '~1')}/schema`
}

function isJson(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true
}
