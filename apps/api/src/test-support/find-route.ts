import type { Route } from '../face/define-routes.ts'
import { routes } from '../routes/routes.ts'

// A literal path segment wins over an id that reads the same.
const literalFirst = routes.toSorted((a, b) => parametersIn(a) - parametersIn(b))

/** Finds the route of a request; by the path only if no method is given. */
export function findRoute(path: string, method?: string): Route | undefined {
  const served = method === 'HEAD' ? 'get' : method?.toLowerCase()
  return literalFirst.find(
    (route) => (served === undefined || route.method === served) && matches(route, path),
  )
}

function matches(route: Route, path: string): boolean {
  const pattern = route.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${pattern}$`).test(path)
}

function parametersIn({ path }: Route): number {
  return path.split('{').length
}
