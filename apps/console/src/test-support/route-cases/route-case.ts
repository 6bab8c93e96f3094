import type { TestConsole } from '../start-test-console.ts'

/** What a route is asked, once the ids of what is there are in it. */
export type RouteCase = {
  params?: Record<string, string>
  search?: string
  body?: unknown
  /** Makes another case for each request, where the same one cannot come twice. */
  fresh?: () => Promise<RouteCase>
}

export type Stage = {
  console: TestConsole
  orgId: string
  /** An admin of the workspace. */
  personId: string
  /** The member who walks. */
  memberId: string
}

/**
 * Puts there what the routes of a noun need, and returns one case for each by its operation. A member's or admin's
 * write changes nothing that another case needs, and may come twice.
 */
export type RouteCases = (stage: Stage) => Promise<Record<string, RouteCase>>
