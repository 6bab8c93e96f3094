import { UsageError } from '../command/usage-error.ts'
import type { Environment } from '../config.ts'
import { loginAmong, readLogins } from './stored-login.ts'

/** Where a command works, as its words say. */
export type Where = { isLocal: boolean; url: string | undefined; allowsHttp: boolean }

/** A console, and the token that opens it. */
export type Remote = { url: string; token: string }

/**
 * Returns the console that commands of nouns go to: the one that is named, or the one of the login. Undefined for the
 * installation of this machine. Throws UsageError.
 */
export async function findRemote(
  env: Environment,
  { isLocal, url: given, allowsHttp }: Where,
  note?: (line: string) => void,
): Promise<Remote | undefined> {
  if (isLocal) {
    if (given !== undefined) throw new UsageError('give either --local or --url')
    return undefined
  }
  const named = given ?? (env.SIGNALPOST_URL || undefined)
  const token = env.SIGNALPOST_TOKEN || undefined
  if (named === undefined && token !== undefined) {
    throw new UsageError('SIGNALPOST_TOKEN needs SIGNALPOST_URL, the address of the console that it opens')
  }
  const logins = token === undefined ? await readLogins(env, note) : undefined
  if (named === undefined) return logins && loginAmong(logins)
  const login = logins?.logins.find((one) => one.url === originOf(named))
  const url = readAddress(named, { allowsHttp: allowsHttp || login?.allowsHttp === true })
  if (token !== undefined) return { url, token }
  if (login !== undefined) return login
  throw new UsageError(`there is no login at ${url}: run ./signalpost login --url ${url}`)
}

/** Returns the origin of a console. Throws UsageError for what is none, and for one whose answers others could read. */
export function readAddress(text: string, { allowsHttp }: { allowsHttp: boolean }): string {
  const url = URL.parse(text)
  const isAddress =
    url !== null && ['https:', 'http:'].includes(url.protocol) && url.href === `${url.origin}/`
  if (!isAddress) {
    throw new UsageError('--url: expected the address of a console, such as https://console.example.com')
  }
  if (url.protocol === 'https:' || allowsHttp || isLoopback(url.hostname)) return url.origin
  throw new UsageError(
    `--url: ${url.origin} has no TLS, so others on the way could read the token; use https, or say --allow-http`,
  )
}

function originOf(text: string): string | undefined {
  return URL.parse(text)?.origin
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
}
