import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
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

/** Returns the login of this account; undefined where there is none. Throws UsageError for a file that is none. */
export async function readLogin(env: Environment): Promise<StoredLogin | undefined> {
  const path = pathOf(env)
  if (path === undefined) return undefined
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw new UsageError(`${path} cannot be read`, { cause: error })
  }
  const parsed = loginSchema.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  throw new UsageError(`${path} is not a login: remove it, then run ./signalpost login --url again`)
}

/** Throws UsageError where there is no place to keep a login. */
export function demandPlace(env: Environment): void {
  if (pathOf(env) === undefined) throw noPlace()
}

function noPlace(): UsageError {
  return new UsageError('HOME is not set, so there is no place to keep the login')
}

/**
 * Stores the login for this account alone. A reader sees the one before or this one, never a part. Throws UsageError where it
 * cannot be written.
 */
export async function storeLogin(env: Environment, login: StoredLogin): Promise<void> {
  const path = pathOf(env)
  if (path === undefined) throw noPlace()
  const directory = dirname(path)
  const written = `${path}.${randomUUID()}`
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await chmod(directory, 0o700)
    await writeFile(written, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(written, path)
  } catch (cause) {
    await rm(written, { force: true }).catch(() => undefined)
    throw new UsageError(`${path} cannot be written${reasonOf(cause)}`, { cause })
  }
}

export async function removeLogin(env: Environment): Promise<void> {
  const path = pathOf(env)
  if (path !== undefined) await rm(path, { force: true })
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
