import type { IncomingMessage, ServerResponse } from 'node:http'

export type SessionCookie = {
  read: (request: IncomingMessage) => string | undefined
  set: (response: ServerResponse, token: string) => void
  clear: (response: ServerResponse) => void
}

const maxAgeSeconds = 7 * 24 * 60 * 60

/** The cookie of sessions. On plain http the `__Host-` prefix and `Secure` are left out: browsers refuse them there. */
export function createSessionCookie({ isSecure }: { isSecure: boolean }): SessionCookie {
  const name = isSecure ? '__Host-signalpost_session' : 'signalpost_session'
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    read: (request) => readCookie(request.headers.cookie, name),
    set: (response, token) =>
      response.appendHeader('set-cookie', `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`),
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
