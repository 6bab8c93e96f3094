const anyAddress = new Set(['0.0.0.0', '::'])

/** Returns a URL by which this machine reaches its own port. */
export function urlOfPort(host: string, port: number): string {
  const reachable = anyAddress.has(host) ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
