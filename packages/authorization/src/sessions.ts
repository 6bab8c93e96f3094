import type { Database } from '@signalpost/database'
import {
  findSession,
  recordSessionUse,
  renewSession,
  type SessionKind,
  type StoredSession,
} from '@signalpost/database/people'
import { createBriefMemory } from './brief-memory.ts'
import { isOver } from './is-over.ts'
import { createToken, hashToken, isToken } from './token.ts'

const useRecordedEveryMs = 60_000
/** Requests in flight while the token is replaced still carry the old one. */
const replacedMs = 4_000

/** How long sessions last. */
export type SessionTimes = {
  /** A session ends after this time without use. */
  idleMs: number
  /** And at the latest this long after its login. */
  totalMs: number
}

/** A person who is logged in. */
export type Session = Pick<
  StoredSession,
  'sessionId' | 'kind' | 'person' | 'memberships' | 'loggedInAt' | 'endsAt'
>

/** A session just found. With `newToken`, the cookie must be set again. */
export type FoundSession = { session: Session; newToken?: string }

export type Sessions = {
  /** Returns undefined if the token does not open a session of the kind, by default of a browser. */
  find: (token: string, kind?: SessionKind) => Promise<FoundSession | undefined>
  /** Returns the session without using it: it does not last longer for that, and gets no new token. */
  peek: (token: string, kind?: SessionKind) => Promise<Session | undefined>
  /** Drops a session that this process has just ended from memory. */
  forget: (token: string) => void
  /** Resolves when all uses are recorded. */
  close: () => Promise<void>
}

/** Returns what a session must be to be open at `nowMs`. Shorter times also end sessions that began before them. */
export function openSince(
  { idleMs, totalMs }: SessionTimes,
  nowMs: number,
): { usedSinceMs: number; createdSinceMs: number } {
  return { usedSinceMs: nowMs - idleMs, createdSinceMs: nowMs - totalMs }
}

/** Returns when a session ends at the latest, and when it ends unless it is used again. */
export function endsOf(
  { loggedInAt, usedAt, endsAt }: Pick<StoredSession, 'loggedInAt' | 'usedAt' | 'endsAt'>,
  { idleMs, totalMs }: SessionTimes,
): { endsAt: Date; endsUnusedAt: Date } {
  const endsMs = Math.min(endsAt.getTime(), loggedInAt.getTime() + totalMs)
  return { endsAt: new Date(endsMs), endsUnusedAt: new Date(Math.min(endsMs, usedAt.getTime() + idleMs)) }
}

/** Finds sessions by their tokens, from memory for a few seconds. */
export function createSessions({
  database,
  nowMs,
  times,
  onError,
}: {
  database: Database
  nowMs: () => number
  times: SessionTimes
  /** Called for a use that could not be recorded. */
  onError: (error: unknown) => void
}): Sessions {
  const memory = createBriefMemory<NonNullable<Awaited<ReturnType<typeof load>>>>({ nowMs })
  const recording = new Set<Promise<void>>()
  const recordedAtMs = new Map<string, number>()

  const load = (tokenSha256: Buffer, kind: SessionKind) =>
    findSession(database, {
      ...{ tokenSha256, kind, nowMs: nowMs(), ...openSince(times, nowMs()) },
      replacedSinceMs: nowMs() - replacedMs,
    })

  const recordUse = ({ sessionId, usedAt }: StoredSession): void => {
    const lastMs = Math.max(usedAt.getTime(), recordedAtMs.get(sessionId) ?? 0)
    if (nowMs() - lastMs < useRecordedEveryMs) return
    if (recordedAtMs.size >= 10_000) recordedAtMs.clear()
    recordedAtMs.set(sessionId, nowMs())
    const done = recordSessionUse(database, { sessionId, usedAt: new Date(nowMs()) })
      .catch(onError)
      .finally(() => recording.delete(done))
    recording.add(done)
  }

  const read = async (token: string, kind: SessionKind) => {
    if (!isToken(token)) return undefined
    const tokenSha256 = hashToken(token)
    const stored = await memory.read(keyOf(tokenSha256, kind), () => load(tokenSha256, kind))
    if (stored === undefined) return undefined
    const { endsAt } = endsOf(stored, times)
    return isOver(endsAt.getTime(), nowMs()) ? undefined : { ...stored, endsAt }
  }

  return {
    find: async (token, kind = 'browser') => {
      const stored = await read(token, kind)
      if (stored === undefined) return undefined
      recordUse(stored)
      const session = sessionOf(stored)
      if (!stored.mustRenew || stored.isReplaced) return { session }
      const [tokenSha256, newToken] = [hashToken(token), createToken()]
      const renewal = { tokenSha256, newSha256: hashToken(newToken), nowMs: nowMs() }
      if (!(await renewSession(database, renewal))) return { session }
      memory.forget(keyOf(tokenSha256, kind))
      return { session, newToken }
    },
    peek: async (token, kind = 'browser') => {
      const stored = await read(token, kind)
      return stored && sessionOf(stored)
    },
    forget: (token) => {
      for (const kind of ['browser', 'cli'] as const) memory.forget(keyOf(hashToken(token), kind))
    },
    close: async () => {
      await Promise.all(recording)
    },
  }
}

function keyOf(tokenSha256: Buffer, kind: SessionKind): string {
  return `${kind}:${tokenSha256.toString('base64')}`
}

function sessionOf({ sessionId, kind, person, memberships, loggedInAt, endsAt }: StoredSession): Session {
  return { sessionId, kind, person, memberships, loggedInAt, endsAt }
}
