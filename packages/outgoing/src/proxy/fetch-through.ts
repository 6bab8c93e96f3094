import type { RequestInit } from 'undici'
import type { OutgoingProxy } from './outgoing-proxy.ts'
import type { DispatcherOptions } from './proxy-dispatcher.ts'

/** Returns `fetch` whose requests go through the proxy. */
export function fetchThrough(
  proxy: OutgoingProxy,
  options: DispatcherOptions = {},
): (url: string, init: RequestInit) => Promise<Response> {
  // The client is loaded by the first request.
  const open = async () => {
    const { createProxyDispatcher, fetch } = await import('./proxy-dispatcher.ts')
    return { dispatcher: createProxyDispatcher(proxy, options), fetch }
  }
  let opened: ReturnType<typeof open> | undefined
  return async (url, init) => {
    opened ??= open()
    const { dispatcher, fetch } = await opened
    // Node's own answers have the same interface, and a different class behind it.
    return fetch(url, { ...init, dispatcher }) as Promise<unknown> as Promise<Response>
  }
}
