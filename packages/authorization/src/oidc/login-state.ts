import type { SecretBox } from '@signalpost/database'
import { RejectedError } from '@signalpost/domain'
import { isOver } from '../is-over.ts'

const lastsMs = 10 * 60_000
const context = 'oidc login'

/** The state against which the callback of a login is checked. */
export type LoginState = { state: string; nonce: string; codeVerifier: string; endsMs: number }

/** Seals the state for a cookie of 10 minutes, so the server stores nothing. */
export function sealLoginState(
  secretBox: SecretBox,
  checks: Omit<LoginState, 'endsMs'>,
  nowMs: number,
): string {
  const state: LoginState = { ...checks, endsMs: nowMs + lastsMs }
  return secretBox.seal(JSON.stringify(state), context).toString('base64url')
}

/** Throws RejectedError `unauthorized` for a state that was not sealed here or has expired. */
export function openLoginState(secretBox: SecretBox, sealed: string, nowMs: number): LoginState {
  const state = findLoginState(secretBox, sealed)
  if (state === undefined || isOver(state.endsMs, nowMs)) {
    throw new RejectedError('unauthorized', 'The login was not completed. Start again.')
  }
  return state
}

function findLoginState(secretBox: SecretBox, sealed: string): LoginState | undefined {
  try {
    // The cast: only a state that was sealed here opens.
    return JSON.parse(secretBox.open(Buffer.from(sealed, 'base64url'), context)) as LoginState
  } catch {
    return undefined
  }
}
