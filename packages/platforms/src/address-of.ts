import type { PlatformRequest } from './search.ts'

/** Returns where a request goes. `baseUrl` replaces scheme, host and port, and may put a path before that of the request. */
export function addressOf(request: PlatformRequest, baseUrl?: string): string {
  if (baseUrl === undefined) return request.url
  const { pathname, search } = new URL(request.url)
  const base = new URL(baseUrl)
  return `${base.origin}${base.pathname.replace(/(?<!\/)\/+$/, '')}${pathname}${search}`
}
