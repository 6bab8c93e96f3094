import type { Route } from './define-route.ts'

type Found = {
  /** All routes of the path, whatever their method. */
  ofPath: readonly Route[]
  /** The one of the method; HEAD is served as GET. */
  route: Route | undefined
  /** The parameters in the path. Throws URIError where they are not UTF-8 in percent-encoding. */
  readParams: () => Record<string, string>
}

/** Finds the routes of a path as it was sent. A literal segment goes before a parameter. */
export function findRoutes(
  routes: readonly Route[],
  { path, method }: { path: string; method: string },
): Found {
  const segments = path.split('/')
  const matching = routes.filter((route) => matches(route.path.split('/'), segments))
  const fewest = Math.min(...matching.map(countParameters))
  const ofPath = matching.filter((route) => countParameters(route) === fewest)
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
  const route = ofPath.find((one) => one.method === verb)
  return { ofPath, route, readParams: () => paramsOf(route?.path.split('/') ?? [], segments) }
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (isParameter(part) ? segments[index] !== '' : part === segments[index]))
  )
}

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pattern.flatMap((part, index) =>
      isParameter(part) ? [[part.slice(1, -1), decodeURIComponent(segments[index] ?? '')]] : [],
    ),
  )
}

function countParameters({ path }: Route): number {
  return path.split('/').filter(isParameter).length
}

function isParameter(part: string): boolean {
  return part.startsWith('{')
}
