/** A proxy of the operator, which opens tunnels. */
export type OutgoingProxy = {
  host: string
  port: number
  /** The value of `Proxy-Authorization`. */
  authorization: string | undefined
  /** Whether a host is reached past the proxy: a name, or an address without brackets. None is by default. */
  isExcepted?: ((host: string) => boolean) | undefined
  /** Whether a host that the operator chose is in the operator's own network, where no proxy is needed. */
  isNear?: ((host: string) => boolean) | undefined
  /** The names among the exceptions, for libraries that decide by themselves; `.example.com` is all below it. */
  exceptedNames?: readonly string[] | undefined
}

/** Whether a host that the operator chose is reached through the proxy. `host` may have brackets. */
export function leadsThrough(proxy: OutgoingProxy | undefined, host: string): proxy is OutgoingProxy {
  const bare = withoutBrackets(host)
  return proxy !== undefined && proxy.isExcepted?.(bare) !== true && proxy.isNear?.(bare) !== true
}

/** For libraries that open tunnels themselves: the proxy with its login, in clear. */
export function describeProxy({ host, port, authorization }: OutgoingProxy): {
  url: string
  user: string | undefined
  password: string | undefined
} {
  const login = Buffer.from(authorization?.replace(/^Basic /, '') ?? '', 'base64').toString()
  const [, user, password] = /^([^:]*):(.*)$/s.exec(login) ?? []
  const credentials =
    user === undefined ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`
  return { url: `http://${credentials}${withBrackets(host)}:${port}`, user, password }
}

export function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1')
}

export function withBrackets(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
