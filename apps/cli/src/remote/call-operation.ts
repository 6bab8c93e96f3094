import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import type { ConsoleClient, Method, Query } from './console-client.ts'
import { itemsSchema, readPages, readShape } from './read-list.ts'
import { localOnly } from './remote-error.ts'

type Input = Record<string, unknown>

/** What HTTP needs of an operation. */
type Offered = {
  name: string
  input: z.ZodObject
  http: { method: Method; path: string; timeoutMs?: number }
  answerItems?: unknown
  answerPage?: unknown
}

/** A lookup that HTTP does not offer, but for a list: all of it, or the thing that `subject` names. */
type FoundIn = { foundIn: object; subject?: string }

type Called = {
  input: Input
  among: readonly object[]
  orgId: string
  /** What needs the installation where HTTP does not offer the operation. */
  command: string
}

/** A route whose input decides between acts. */
type Choice = Offered & { choose: (input: never) => unknown }

/**
 * Calls an operation at a console, and returns its document as the operation would return its result: with the workspace, and
 * with moments as dates. `among` are the operations of its noun, by one of which HTTP may offer it.
 */
export async function callOperation(
  client: ConsoleClient,
  operation: object,
  { input: given, among, orgId, command }: Called,
): Promise<unknown> {
  const input = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  if (isFoundIn(operation)) return lookUp(client, operation, { input, orgId, command })
  const way = isOffered(operation)
    ? { offered: operation, input }
    : findSide(operation, { input: { ...input, orgId }, among })
  if (way === undefined) throw localOnly(command)
  const { method, path, rest } = placeOf(way.offered, way.input)
  const below = `/w/${orgId}${path}`
  const isDocument = 'isDocument' in way.offered
  const withWorkspace = (document: unknown): unknown =>
    isDocument ? document : revive({ orgId, ...(document as object) }) // the cast: documents are objects
  if ('answerItems' in way.offered || 'answerPage' in way.offered) {
    const items: object[] = []
    const queryOf = (cursor: string | undefined): Query => ({ ...(rest as Query), limit: 100, cursor }) // the cast: filters are texts
    for await (const page of readPages(client, below, queryOf)) items.push(...page.items)
    return items.map(withWorkspace)
  }
  const hasBody = method !== 'get' && (method !== 'delete' || Object.keys(rest).length > 0)
  const sent = method === 'get' ? { query: rest as Query } : hasBody ? { body: rest } : {}
  const takesMs = way.offered.http.timeoutMs
  const document = await client.request(method, below, { ...sent, takesMs })
  if (isDocument) return document
  if (isList(document)) return revive(readShape(itemsSchema, document.items, client.url))
  const subject = subjectOf(way.offered)
  // What an answer does not repeat was named.
  const isNamed = document !== undefined && 'id' in Object(document)
  return withWorkspace(
    document === undefined
      ? input
      : { ...(!isNamed && subject in input && { [subject]: input[subject] }), ...document },
  )
}

/** Reads the list of a lookup, or finds in it what that names. Throws RejectedError `not_found`. */
async function lookUp(
  client: ConsoleClient,
  { foundIn, subject }: FoundIn,
  { input, orgId, command }: Omit<Called, 'among'>,
): Promise<unknown> {
  if (subject === undefined) return callOperation(client, foundIn, { input, among: [], orgId, command })
  const items = await callOperation(client, foundIn, { input: {}, among: [], orgId, command })
  const found = (items as Input[]).find((item) => item[subject] === input[subject]) // the cast: it is a list
  if (found === undefined) throw new RejectedError('not_found', `There is no such ${subject.slice(0, -2)}.`)
  return found
}

function isFoundIn(operation: object): operation is FoundIn {
  return 'foundIn' in operation
}

function isList(document: unknown): document is { items: unknown } {
  return typeof document === 'object' && document !== null && Object.keys(document).join() === 'items'
}

export function isOffered(operation: object): operation is Offered {
  return 'http' in operation
}

/** Finds the route that decides for an act, and what it takes for that: `enabled` for `rule.enable`. */
function findSide(
  act: object,
  { input, among }: { input: Input; among: readonly object[] },
): { offered: Offered; input: Input } | undefined {
  const takesAll = ({ input: { shape } }: Offered) => Object.keys(input).every((name) => name in shape)
  const choices = among.filter((one): one is Choice => 'choose' in one && isOffered(one) && takesAll(one))
  for (const offered of choices) {
    const others = Object.entries(offered.input.shape).filter(([name]) => !(name in input))
    const sidesOf = (some: typeof others): Input[] =>
      some.flatMap(([name, schema]) => valuesOf(schema).map((value) => ({ [name]: value })))
    const isFlag = (schema: unknown) =>
      schema instanceof z.ZodOptional && schema.unwrap() instanceof z.ZodLiteral
    const needed = sidesOf(others.filter(([, schema]) => !(schema instanceof z.ZodOptional)))
    const flags = sidesOf(others.filter(([, schema]) => isFlag(schema)))
    // A choice that takes no more than the act decides by what is given.
    const isEnough = flags.length === 0 || offered.input.safeParse(input).success
    const sides = needed.length > 0 ? needed : isEnough ? [{}] : flags
    const side = sides.find((one) => offered.choose({ ...input, ...one } as never) === act) // the cast: the console validates it
    if (side !== undefined) return { offered, input: { ...input, ...side } }
  }
  return undefined
}

/** The few values between which a choice decides. */
function valuesOf(schema: z.core.$ZodType): unknown[] {
  if (schema instanceof z.ZodOptional) return valuesOf(schema.unwrap())
  if (schema instanceof z.ZodBoolean) return [true, false]
  if (schema instanceof z.ZodLiteral) return [...schema.values]
  if (schema instanceof z.ZodEnum) return schema.options
  return schema instanceof z.ZodNullable ? [null] : []
}

function subjectOf({ name }: { name: string }): string {
  return `${name.split('.', 1)[0]}Id`
}

export function placeOf({ name, http }: Offered, { orgId: _orgId, ...input }: Input) {
  const rest = { ...input }
  const subject = subjectOf({ name })
  const path = http.path.replace(/\{(\w+)\}/g, (_all, parameter: string) => {
    const member = parameter === 'id' ? subject : parameter
    const value = rest[member]
    delete rest[member]
    return segmentOf(String(value))
  })
  return { method: http.method, path, rest }
}

/** Throws RemoteError for dots alone, which lead elsewhere in an address, whatever their spelling. */
function segmentOf(text: string): string {
  if (text !== '.' && text !== '..') return encodeURIComponent(text)
  throw localOnly(`What has the id ${text} has no address over HTTP, and`)
}

/** JSON has no dates: those that the console wrote are dates again. */
function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'string' && isMoment(name, member) ? new Date(member) : revive(member),
    ]),
  )
}

function isMoment(name: string, text: string): boolean {
  return /(?:At|^at|^until|^since)$/.test(name) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)
}
