import type { z } from 'zod'
import type { routes } from '../../server/routes/routes.ts'
import { isPersonHere } from '../live/attendance.ts'
import { ApiError } from './api-error.ts'

type AnyRoute = (typeof routes)[number]

/** Every operation, named like `GET /console/api/session`. The types are those of the schemas that the server checks by. */
type Operations = { [Route in AnyRoute as `${Uppercase<Route['method']>} ${Route['path']}`]: Route }

export type OperationName = keyof Operations
export type ReadName = Extract<OperationName, `GET ${string}`>
export type WriteName = Exclude<OperationName, ReadName>

type BodyOf<Name extends OperationName> = Operations[Name] extends { body?: infer Body }
  ? Body extends z.ZodType
    ? z.input<Body>
    : undefined
  : undefined

/** What a call takes. The server validates it; empty parameters are left out. */
export type CallInput<Name extends OperationName> = {
  params?: { [Parameter in keyof z.input<Operations[Name]['params']>]: string }
  query?: { [Parameter in keyof z.input<Operations[Name]['query']>]?: string | undefined }
  body?: BodyOf<Name>
}

export type Answer<Name extends OperationName> = z.output<Operations[Name]['success']['schema']>

/** Asks the server; with `keepalive` also while the page is left, for short documents. Throws ApiError for every refusal, and for a server that cannot be reached. */
export async function call<Name extends OperationName>(
  name: Name,
  { params = {} as never, query = {} as never, body }: CallInput<Name> = {},
  { signal, keepalive = false }: { signal?: AbortSignal; keepalive?: boolean } = {},
): Promise<Answer<Name>> {
  const [method = 'GET', template = ''] = name.split(' ')
  const response = await fetch(addressOf(template, { params, query }), {
    method,
    headers: method === 'GET' ? headersOfRead() : headersOfWrite(),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    keepalive,
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw new ApiError({ status: 0, code: 'unreachable', message: 'The console does not respond.' })
  })
  if (!response.ok) throw await ApiError.of(response)
  // The casts: the server's schemas and these types are one.
  if (response.status === 204) return undefined as Answer<Name>
  return (await response.json()) as Answer<Name>
}

let personOfPage: string | undefined

/** Sets whose page this is. No one else writes from it, also where someone else has logged in. */
export function setPersonOfPage(personId: string | undefined): void {
  personOfPage = personId
}

function headersOfRead(): Record<string, string> {
  return isPersonHere() ? {} : { 'x-signalpost-unattended': '1' }
}

/** Writes without a document have the type of one too: it is what other origins cannot send. */
function headersOfWrite(): Record<string, string> {
  const type = { 'content-type': 'application/json' }
  return personOfPage === undefined ? type : { ...type, 'x-signalpost-person': personOfPage }
}

/** The path of an operation with its parameters in it. */
function addressOf(
  template: string,
  { params, query }: { params: Record<string, string>; query: Record<string, string | undefined> },
): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const given = Object.entries(query).flatMap(([name, value]) =>
    value ? [[name, value] as [string, string]] : [],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`
}
