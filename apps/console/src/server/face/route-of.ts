import type { Offered } from '@signalpost/administration/operations'
import { idSchema, orgIdSchema } from '@signalpost/domain'
import { cutPage, pageOf, pageQuery, shortPageQuery } from '@signalpost/rest'
import { z } from 'zod'
import type { Services } from '../services.ts'
import { defineRoute, type Route } from './define-routes.ts'

/** The members of an operation whose types a page needs. */
type Typed = {
  name: string
  http: { method: Route['method']; path: `/${string}` }
  input: z.ZodObject
  output: { schema: z.ZodType }
}

type ParametersIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersIn<Rest>
  : never
type SubjectOf<Of extends Typed> = Of['http']['path'] extends `${string}{id}${string}`
  ? Of['name'] extends `${infer Noun}.${string}`
    ? `${Noun}Id`
    : never
  : never

/** The input without what the path says. */
type RestOf<Of extends Typed> = z.ZodObject<
  Omit<Of['input']['shape'], 'orgId' | SubjectOf<Of> | ParametersIn<Of['http']['path']>>,
  z.core.$strict
>

/** What the answer of a list has beside its items. */
type BesideOf<Of> = Of extends { beside?: { shape: infer Shape extends z.ZodRawShape } } ? Shape : unknown

type Nothing = z.ZodObject<Record<never, never>>

/** The route of an operation, with the types by which pages call it. */
type RouteOf<Of> = Of extends Typed
  ? Omit<Route, 'method' | 'path' | 'params' | 'query' | 'body' | 'success'> & {
      method: Of['http']['method']
      path: `/console/api/w/{orgId}${Of['http']['path']}`
      params: z.ZodObject<Record<'orgId' | ParametersIn<Of['http']['path']>, typeof idSchema>>
      query: Of extends { answerItems: object }
        ? z.ZodObject<typeof shortPageQuery & RestOf<Of>['shape']>
        : Of extends { answerPage: object }
          ? z.ZodObject<typeof pageQuery & RestOf<Of>['shape']>
          : Of['http']['method'] extends 'get'
            ? RestOf<Of>
            : Nothing
      body?: Of['http']['method'] extends 'get' ? undefined : RestOf<Of>
      success: Omit<Route['success'], 'schema'> & {
        schema: Of extends { answerItems: object } | { answerPage: object }
          ? z.ZodObject<ReturnType<typeof pageOf<Of['output']['schema']>>['shape'] & BesideOf<Of>>
          : Of['output']['schema']
      }
    }
  : never

/** What the command line alone does. */
type Unoffered = { perform: object; http?: undefined }

/** What operations that take long work with. */
type LongServices = Services & Services['works']
type OfferedLong = Offered<LongServices> & { http: { takesLong: true } }

/** Makes the routes of the operations that have one. */
export function routesOf<Of extends Offered<Services> | OfferedLong | Unoffered>(
  operations: readonly Of[],
): RouteOf<Of>[] {
  const offered = operations.filter(
    (operation): operation is Of & Offered<LongServices> => 'http' in operation,
  )
  const routes: object[] = offered.map(routeOf)
  // The cast: routeOf makes each route as its type says.
  return routes as RouteOf<Of>[]
}

function routeOf(operation: Offered<LongServices>): Route {
  const { summary, demands: role, http, output } = operation
  const inPath = [...http.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const params = z.object({
    orgId: orgIdSchema,
    ...Object.fromEntries(inPath.map((name) => [name, paramOf(operation, name)])),
  })
  const others = restOf(operation, inPath)
  const declared = {
    ...{ operationId: operationIdOf(operation), act: operation.name },
    ...{ method: http.method, path: `/console/api/w/{orgId}${http.path}` as const, role, params },
    ...{ summary: summary.replace(/\.$/, ''), errors: http.errors },
    ...(http.timeoutMs !== undefined && { timeoutMs: http.timeoutMs }),
    ...(http.maxBodyBytes !== undefined && { maxBodyBytes: http.maxBodyBytes }),
  }
  const success = { status: http.status ?? 200, description: output.description }
  const subject = subjectOf(operation)
  const given = (services: Services): LongServices =>
    // The cast: the others need no more.
    http.takesLong === true ? { ...services, ...services.works } : (services as LongServices)
  const inputOf = ({ id, ...ids }: Record<string, unknown>, rest: object) => ({
    ...{ ...rest, ...ids },
    ...(id !== undefined && { [subject]: id }),
  })
  const pageSchema = () =>
    pageOf(output.schema).extend('beside' in operation ? (operation.beside?.shape ?? {}) : {})
  if ('answerItems' in operation) {
    return defineRoute({
      ...declared,
      query: z.object({ ...shortPageQuery, ...others.shape }),
      success: { ...success, schema: pageSchema() },
      handle: async (services, { caller, params: ids, query: { limit, cursor, ...filters } }) => {
        const query = { limit, cursor }
        const call = { caller, input: inputOf(ids, filters) }
        const { items, beside } = await operation.answerItems(given(services), call)
        const scope = { route: declared.operationId, orgId: ids.orgId, filters }
        const page = cutPage(items, { query, scope, cursors: services.cursors, idOf: ({ id }) => id })
        return { ...page, ...beside, items: page.items.map(({ json }) => json) }
      },
    })
  }
  if ('answerPage' in operation) {
    const cursorSchema = z.object({ after: operation.cursor })
    return defineRoute({
      ...declared,
      query: z.object({ ...pageQuery, ...others.shape }),
      success: { ...success, schema: pageSchema() },
      handle: async (services, { caller, params: ids, query: { limit, cursor, ...filters } }) => {
        const { cursors } = services
        const bound = operation.bindingOf(filters)
        const scope = { route: declared.operationId, orgId: ids.orgId, filters: bound }
        const after = cursor === undefined ? undefined : cursors.open(scope, cursor, cursorSchema).after
        const call = { caller, input: inputOf(ids, filters) }
        const { items, nextAfter, beside } = await operation.answerPage(given(services), call, {
          limit,
          after: after as undefined, // the cast: its schema is the cursor's
        })
        return {
          ...beside,
          items,
          nextCursor: nextAfter === undefined ? null : cursors.seal(scope, { after: nextAfter }),
        }
      },
    })
  }
  const hasBody = http.method !== 'get' && (http.method !== 'delete' || Object.keys(others.shape).length > 0)
  return defineRoute({
    ...declared,
    query: http.method === 'get' ? others : z.object({}),
    ...(hasBody && { body: others }),
    success: { ...success, schema: output.schema },
    handle: async (services, { caller, params: ids, query, body }) =>
      operation.answer(given(services), { caller, input: inputOf(ids, { ...query, ...body }) }),
  })
}

/** A member that is read from more than an id reads its parameter too. */
function paramOf({ input, ...operation }: Offered<LongServices>, name: string): z.ZodType {
  const member = input.shape[name === 'id' ? subjectOf(operation) : name]
  return member instanceof z.ZodPipe ? member : idSchema
}

/** The input without what the path says: the body, or the query of a read. */
function restOf({ input, ...operation }: Offered<LongServices>, inPath: readonly string[]): z.ZodObject {
  const given = ['orgId', ...inPath.map((name) => (name === 'id' ? subjectOf(operation) : name))]
  return z.strictObject(
    Object.fromEntries(Object.entries(input.shape).filter(([name]) => !given.includes(name))),
  )
}

/** `ruleId` for `rule.move`. */
function subjectOf({ name }: Pick<Offered<LongServices>, 'name'>): string {
  return `${name.split('.', 1)[0]}Id`
}

/** `moveRule` for `rule.move`, and `listRules` for `rule.list`. */
function operationIdOf({ name, http }: Offered<LongServices>): string {
  const [noun = '', verb = ''] = name.split('.')
  const [first = '', ...others] = `${verb}_${noun}${verb === 'list' ? 's' : ''}`.split('_')
  const rest = others.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
  return http.operationId ?? [first, ...rest].join('')
}
