import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import type { CommandContext } from '../../command/context.ts'
import { oneLine } from '../../command/explain-error.ts'
import { ask, createConsoleClient } from '../../remote/console-client.ts'
import { readAddress } from '../../remote/find-remote.ts'
import { readShape } from '../../remote/read-list.ts'
import { RemoteError } from '../../remote/remote-error.ts'
import { demandPlace, readLogins, type StoredLogin, storeLogin } from '../../remote/stored-login.ts'

const client = { client_id: 'signalpost-cli' }
const grantType = 'urn:ietf:params:oauth:grant-type:device_code'
const timeoutMs = 30_000
/** By RFC 8628, section 3.5. */
const slowerMs = 5_000

/** A day: a timer of more than 24 of them would end at once. */
const longestSeconds = 24 * 60 * 60

const startedSchema = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  verification_uri_complete: z.string(),
  expires_in: z.number().min(0).max(longestSeconds),
  interval: z.number().min(0).max(longestSeconds).default(5),
})

const sessionSchema = z.object({
  person: z.object({ personId: z.string() }),
  endsAt: z.iso.datetime(),
})

/** Logs this account in at a console, once a person has allowed it there. */
export async function logInRemotely(
  { terminal, environment }: Pick<CommandContext, 'terminal' | 'environment'>,
  { address, allowsHttp }: { address: string; allowsHttp: boolean },
): Promise<Omit<StoredLogin, 'token' | 'allowsHttp'>> {
  const url = readAddress(address, { allowsHttp })
  const started = await start(url)
  demandPlace(environment)
  const { verification_uri: page, verification_uri_complete: whole, user_code: code } = started
  terminal.note(oneLine(`Open ${page} and enter the code ${code}, or open`))
  terminal.note(oneLine(whole))
  terminal.note('Waiting for you to allow it there…')
  const token = await waitForToken(url, started, terminal.note)
  const console = createConsoleClient({ url, token })
  const session = readShape(sessionSchema, await console.request('get', '/session'), url)
  const login = { url, personId: session.person.personId, expiresAt: session.endsAt }
  const before = (await readLogins(environment).catch(() => undefined))?.logins.find((one) => one.url === url)
  try {
    await storeLogin(environment, { ...login, token, allowsHttp })
  } catch (error) {
    // No one else has its token.
    await console.request('delete', '/session').catch(() => undefined)
    throw error
  }
  // It may have ended, and the new one holds whether or not it ends now.
  if (before !== undefined)
    await createConsoleClient(before)
      .request('delete', '/session')
      .catch(() => undefined)
  return login
}

async function start(url: string): Promise<z.output<typeof startedSchema>> {
  const { status, json } = await post(url, 'authorization', { ...client, host_name: hostname() })
  const parsed = startedSchema.safeParse(json)
  if (parsed.success) return parsed.data
  if (status === 404 || status === 405) {
    throw new RemoteError(
      `${url} lets no command line log in. Check that it is the address of the console, rather than of the API or the intake; a console of an older version needs an update.`,
    )
  }
  throw refused(url, json)
}

async function waitForToken(
  url: string,
  started: z.output<typeof startedSchema>,
  note: (line: string) => void,
): Promise<string> {
  const endsAtMs = performance.now() + started.expires_in * 1_000
  let intervalMs = started.interval * 1_000
  while (performance.now() < endsAtMs) {
    await pause(intervalMs)
    const form = { ...client, grant_type: grantType, device_code: started.device_code }
    const answer = await post(url, 'token', form).catch((error: unknown) => {
      // A console may restart meanwhile. It answered before, so it is asked again, less often.
      if (!(error instanceof RemoteError)) throw error
      note(`${error.message} Asking again…`)
    })
    if (answer === undefined) {
      intervalMs += slowerMs
      continue
    }
    const { json } = answer
    const { access_token: token, error } = json as { access_token?: unknown; error?: unknown } // the cast: all unknown
    if (typeof token === 'string') return token
    if (error === 'slow_down') intervalMs += slowerMs
    else if (error === 'access_denied') throw new RejectedError('forbidden', 'The login was denied.')
    else if (error === 'expired_token') break
    else if (error === 'invalid_grant') {
      throw new RejectedError(
        'unauthorized',
        'The code was used already, or is not known. Run the login again.',
      )
    } else if (error !== 'authorization_pending') throw refused(url, json)
  }
  throw new RejectedError('unauthorized', 'No one allowed the login in time. Run it again.')
}

function post(url: string, path: string, form: Record<string, string>) {
  return ask(`${url}/console/device/${path}`, {
    ...{ url, timeoutMs, method: 'POST', body: new URLSearchParams(form) },
  })
}

/** The console's own errors have a message, those of OAuth a description at most. */
function refused(url: string, json: unknown): RemoteError {
  const { message, error, error_description: description } = json as Record<string, unknown> // the cast: all unknown
  const reason = [message, description, error].find((one) => typeof one === 'string')
  return new RemoteError(oneLine(`${url} refused the login: ${reason ?? 'no reason given'}`))
}
