import type { IncomingMessage, ServerResponse } from 'node:http'
import { isToken, type Session } from '@signalpost/authorization'

/** A cookie that only the server reads. */
export type ServerCookie = {
  read: (request: IncomingMessage) => string | undefined
  set: (response: ServerResponse, value: string) => void
  clear: (response: ServerResponse) => void
}

/**
 * Returns the token of a request and the kind of session that it may open: a browser's in the cookie, a command line's as a
 * bearer token. A request with such a token is a command line's, whatever cookie comes with it. What a proxy in front
 * demands or adds, a password or a token of another kind, is not ours.
 */
export function findToken(
  cookie: ServerCookie,
  request: IncomingMessage,
): { token: string | undefined; kind: Session['kind'] } {
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  return isToken(token) ? { token, kind: 'cli' } : { token: cookie.read(request), kind: 'browser' }
}

type Settings = { name: string; maxAgeSeconds: number; sameSite: 'Strict' | 'Lax'; isSecure: boolean }

/** The cookie of sessions. */
export function createSessionCookie({
  isSecure,
  totalMs,
}: {
  isSecure: boolean
  totalMs: number
}): ServerCookie {
  const maxAgeSeconds = totalMs / 1_000
  return createCookie({ name: 'signalpost_session', maxAgeSeconds, sameSite: 'Strict', isSecure })
}

/** The sealed state of a login at an identity provider, from which the browser returns across sites. */
export function createLoginCookie({ isSecure }: { isSecure: boolean }): ServerCookie {
  return createCookie({ name: 'signalpost_login', maxAgeSeconds: 10 * 60, sameSite: 'Lax', isSecure })
}

/** On plain http the `__Host-` prefix and `Secure` are left out: browsers refuse them there. */
function createCookie({ name: plainName, maxAgeSeconds, sameSite, isSecure }: Settings): ServerCookie {
  const name = isSecure ? `__Host-${plainName}` : plainName
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`
  return {
    read: (request) => readCookie(request.headers.cookie, name),
    set: (response, value) =>
      response.appendHeader('set-cookie', `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`),
    clear: (response) => response.appendHeader('set-cookie', `${name}=; Max-Age=0; ${attributes}`),
  }
}

/** The value of a cookie, where it is there exactly once. */
function readCookie(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.length === 1 ? values[0] : undefined
}
