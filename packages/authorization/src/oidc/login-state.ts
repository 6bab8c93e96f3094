import type { SecretBox } from '@signalpost/database'
import { RejectedError } from '@signalpost/domain'

const lastsMs = 10 * 60_000
const context = 'oidc login'

/** What a login that began here is checked against when it comes back. */
export type LoginState = { state: string; nonce: string; codeVerifier: string; endsMs: number }

/** Seals what the browser keeps in a cookie for 10 minutes, so that the server keeps nothing. */
export function sealLoginState(
  secretBox: SecretBox,
  checks: Omit<LoginState, 'endsMs'>,
  nowMs: number,
): string {
  const state: LoginState = { ...checks, endsMs: nowMs + lastsMs }
  return secretBox.seal(JSON.stringify(state), context).toString('base64url')
}

/** Throws RejectedError `unauthorized` for a state that was not sealed here, or is over. */
export function openLoginState(secretBox: SecretBox, sealed: string, nowMs: number): LoginState {
  const state = findLoginState(secretBox, sealed)
  if (state === undefined || state.endsMs <= nowMs) {
    throw new RejectedError('unauthorized', 'The login was not completed. Start again.')
  }
  return state
}

function findLoginState(secretBox: SecretBox, sealed: string): LoginState | undefined {
  try {
    // The cast: only what was sealed here opens.
    return JSON.parse(secretBox.open(Buffer.from(sealed, 'base64url'), context)) as LoginState
  } catch {
    return undefined
  }
}
