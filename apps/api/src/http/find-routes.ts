import type { Route } from './define-route.ts'

/** A route as requests find it. */
export type FoundRoute = {
  route: Route
  /** The path as metrics and log lines show it, such as `/v1/results/:id`. */
  label: string
  /** Returns the parameters in a path that it matches. Throws URIError where they are not UTF-8 in percent-encoding. */
  readParams: (segments: readonly string[]) => Record<string, string>
}

/**
 * Returns all routes of a path, whatever their method. One with a literal segment goes first. Takes the segments of the path as
 * it was sent, with the empty one before its first slash.
 */
export type FindRoutes = (segments: readonly string[]) => readonly FoundRoute[]

/**
 * Looks routes up by the first word of their path and the number of its segments, so that a request is compared with one or
 * two of them.
 */
export function createRouteTable(routes: readonly Route[]): FindRoutes {
  const table = Map.groupBy(literalFirst(routes).map(prepare), ({ parts }) => keyOf(parts))
  return (segments) => table.get(keyOf(segments))?.filter(({ parts }) => matches(parts, segments)) ?? []
}

function prepare(route: Route): FoundRoute & { parts: readonly string[] } {
  const parts = route.path.split('/')
  const parameters = parts.flatMap((part, index) =>
    isParameter(part) ? [{ name: part.slice(1, -1), index }] : [],
  )
  return {
    route,
    parts,
    label: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    readParams: (segments) =>
      Object.fromEntries(
        parameters.map(({ name, index }) => [name, decodeURIComponent(segments[index] ?? '')]),
      ),
  }
}

function keyOf(segments: readonly string[]): string {
  return `${segments[2]} ${segments.length}`
}

function matches(parts: readonly string[], segments: readonly string[]): boolean {
  return parts.every((part, index) => (isParameter(part) ? segments[index] !== '' : part === segments[index]))
}

function isParameter(part: string): boolean {
  return part.startsWith('{')
}

/** A literal path segment wins over an id that reads the same. */
function literalFirst(routes: readonly Route[]): Route[] {
  return routes.toSorted((a, b) => (a.path.replaceAll('{', '~') < b.path.replaceAll('{', '~') ? -1 : 1))
}
