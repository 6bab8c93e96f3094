import { operations } from '@signalpost/administration/operations'
import { operationCases } from '@signalpost/administration/test-support'
import { routesOf } from '../../server/face/route-of.ts'
import type { RouteCase, RouteCases } from './route-case.ts'

/** A case for each operation that has a route, made from its example. */
export const operationRoutes: RouteCases = async ({ console, orgId, personId }) => {
  const cases: Record<string, RouteCase> = {}
  for (const operation of operations) {
    const [route] = routesOf([operation])
    if (!('http' in operation) || route === undefined) continue
    const fresh = async (): Promise<RouteCase> => {
      const services = { ...console.services, personId }
      const input = (await operationCases[operation.name]?.prepare(services, orgId)) ?? {}
      return requestOf(operation, { ...input, orgId })
    }
    cases[route.operationId] = { ...(await fresh()), fresh }
  }
  return cases
}

/** Splits an input into the path and the body. */
function requestOf(
  { name, http: { path } }: { name: string; http: { path: string } },
  { orgId, ...input }: Record<string, unknown>,
): RouteCase {
  const subject = `${name.split('.', 1)[0]}Id`
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => one)
  const memberOf = (one: string): string => (one === 'id' ? subject : one)
  const ids = inPath.map((one) => [one, String(input[memberOf(one)])])
  const isInPath = (member: string): boolean => inPath.some((one) => memberOf(one) === member)
  return {
    params: { orgId: String(orgId), ...Object.fromEntries(ids) },
    body: Object.fromEntries(Object.entries(input).filter(([member]) => !isInPath(member))),
  }
}
