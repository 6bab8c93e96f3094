import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { UsageError } from '../command/usage-error.ts'
import type { Environment } from '../config.ts'

const loginSchema = z.object({
  /** The origin of the console. */
  url: z.url(),
  token: z.string().min(1),
  personId: z.string(),
  expiresAt: z.iso.datetime(),
  /** Whether the person said that the token may go without TLS. */
  allowsHttp: z.boolean(),
})

export type StoredLogin = z.infer<typeof loginSchema>

const loginsSchema = z.object({
  /** The console that commands go to; null after a logout there, so that they go nowhere unasked. */
  current: z.url().nullable(),
  logins: z.array(loginSchema),
})

type StoredLogins = z.infer<typeof loginsSchema>

/** Returns the logins of this account, one a console. Throws UsageError for a file that has none. */
export async function readLogins(
  env: Environment,
  note: (line: string) => void = () => undefined,
): Promise<StoredLogins> {
  const none: StoredLogins = { current: null, logins: [] }
  const path = pathOf(env)
  if (path === undefined) return none
  let text: string
  try {
    text = await readFile(path, 'utf8')
    const { mode } = await stat(path)
    if ((mode & 0o077) !== 0)
      note(`Others on this machine may read ${path}: run chmod 600 on it, then log in again.`)
  } catch (error) {
    if (isMissing(error)) return none
    throw new UsageError(`${path} cannot be read`, { cause: error })
  }
  const parsed = loginsSchema.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  throw new UsageError(`${path} is not a login: remove it, then run ./signalpost login --url again`)
}

/** Returns the login at this console, or that which commands go to. Throws UsageError where it is for the person to say which. */
export function loginAmong(
  { current, logins }: StoredLogins,
  url = current ?? undefined,
): StoredLogin | undefined {
  if (url !== undefined || logins.length === 0) return logins.find((one) => one.url === url)
  const urls = logins.map((one) => one.url).join(', ')
  throw new UsageError(`there are logins at ${urls}: name one with --url, or log in again at one`)
}

/** Throws UsageError where there is no place to keep a login. */
export function demandPlace(env: Environment): void {
  if (pathOf(env) === undefined) throw noPlace()
}

function noPlace(): UsageError {
  return new UsageError('HOME is not set, so there is no place to keep the login')
}

/** Stores the login at its console, to which commands go from now on. Throws UsageError where it cannot be written. */
export async function storeLogin(env: Environment, login: StoredLogin): Promise<void> {
  const { logins } = await readLogins(env).catch(() => ({ logins: [] }))
  const others = logins.filter((one) => one.url !== login.url)
  await write(env, { current: login.url, logins: [...others, login] })
}

/** Removes the login at a console. */
export async function removeLogin(env: Environment, url: string): Promise<void> {
  const { current, logins } = await readLogins(env)
  const others = logins.filter((one) => one.url !== url)
  if (others.length > 0) await write(env, { current: current === url ? null : current, logins: others })
  else await rm(pathOf(env) ?? '', { force: true })
}

/** Writes for this account alone. A reader sees the file before or this one, never a part. */
async function write(env: Environment, logins: StoredLogins): Promise<void> {
  const path = pathOf(env)
  if (path === undefined) throw noPlace()
  const directory = dirname(path)
  const written = `${path}.${randomUUID()}`
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await chmod(directory, 0o700)
    await writeFile(written, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(written, path)
  } catch (cause) {
    await rm(written, { force: true }).catch(() => undefined)
    throw new UsageError(`${path} cannot be written${reasonOf(cause)}`, { cause })
  }
}

/** Only the environment says where it is, so that what runs without one never uses a person's login. */
function pathOf({ XDG_CONFIG_HOME: config, HOME: home }: Environment): string | undefined {
  const base = config || (home && join(home, '.config'))
  return base ? join(base, 'signalpost', 'login.json') : undefined
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
