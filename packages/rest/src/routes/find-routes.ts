/** A route as requests find it. */
export type FoundRoute<Route> = {
  route: Route
  /** Returns the parameters in a path that it matches. Throws URIError where they are not UTF-8 in percent-encoding. */
  readParams: (segments: readonly string[]) => Record<string, string>
}

/**
 * Returns all routes of a path, whatever their method. One with a literal segment goes first. Takes the segments of the path as
 * it was sent, with the empty one before its first slash.
 */
export type FindRoutes<Route> = (segments: readonly string[]) => readonly FoundRoute<Route>[]

type Node<Route> = {
  literals: Map<string, Node<Route>>
  parameter: Node<Route> | undefined
  routes: FoundRoute<Route>[]
}

/** Arranges routes as a tree of the segments of their paths, so that a request is compared with few of them. */
export function createRouteTable<Route extends { path: string }>(
  routes: readonly Route[],
): FindRoutes<Route> {
  const root = createNode<Route>()
  for (const route of routes) {
    const parts = route.path.split('/')
    let node = root
    for (const part of parts) node = isParameter(part) ? openParameter(node) : openLiteral(node, part)
    node.routes.push({ route, readParams: paramsReader(parts) })
  }
  return (segments) => findBelow(root, segments, 0)
}

function createNode<Route>(): Node<Route> {
  return { literals: new Map(), parameter: undefined, routes: [] }
}

function openParameter<Route>(node: Node<Route>): Node<Route> {
  node.parameter ??= createNode()
  return node.parameter
}

function openLiteral<Route>({ literals }: Node<Route>, part: string): Node<Route> {
  const node = literals.get(part) ?? createNode()
  literals.set(part, node)
  return node
}

function findBelow<Route>(
  node: Node<Route> | undefined,
  segments: readonly string[],
  index: number,
): readonly FoundRoute<Route>[] {
  if (node === undefined) return []
  const segment = segments[index]
  if (segment === undefined) return node.routes
  const byWord = findBelow(node.literals.get(segment), segments, index + 1)
  if (segment === '' || node.parameter === undefined) return byWord
  return [...byWord, ...findBelow(node.parameter, segments, index + 1)]
}

function paramsReader(parts: readonly string[]): FoundRoute<unknown>['readParams'] {
  const parameters = parts.flatMap((part, index) =>
    isParameter(part) ? [{ name: part.slice(1, -1), index }] : [],
  )
  return (segments) =>
    Object.fromEntries(parameters.map(({ name, index }) => [name, decodeURIComponent(segments[index] ?? '')]))
}

function isParameter(part: string): boolean {
  return part.startsWith('{')
}
