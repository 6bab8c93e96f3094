import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { type Signal, useChangeSignal, withChange } from '../use-change-signal.ts'
import { type Act, isAsLeft, oppositeOf } from './acts.ts'

/** How long an act can be taken back. */
const undoMs = 8_000

type Refusals = ReadonlyMap<string, Error>
type Done = {
  /** As they were before. */
  signals: readonly Signal[]
  act: Act
  /** What was refused. Undefined while the act waits, since nothing could take it back. */
  sent: Promise<Refusals> | undefined
}
type NotDone = { signal: Signal; act: Act; error: Error }

export type Triage = {
  perform: (signals: readonly Signal[], act: Act) => void
  /** Takes the last act back, and returns the first signal that it was on. */
  undo: () => Signal | undefined
  done: Done | undefined
  notDone: readonly NotDone[]
  dismiss: (one: NotDone) => void
  /** The signal with what waits to be sent. */
  withHeld: (signal: Signal) => Signal
}

/** Acts on signals that can be taken back for a while, and what failed of them. */
export function useTriage(orgId: string, personId: string): Triage {
  const change = useChangeSignal(orgId, personId)
  const [done, setDone] = useState<Done>()
  const [notDone, setNotDone] = useState<readonly NotDone[]>([])
  const last = useRef<Done>(undefined)

  const send = useCallback(
    async (signals: readonly Signal[], act: Act, keepalive = false): Promise<Refusals> => {
      const refused = await change({ ids: signals.map(({ id }) => id), body: act.body, keepalive })
      const failed = signals.flatMap((signal) => {
        const error = refused.get(signal.id)
        return error === undefined ? [] : [{ signal, act, error }]
      })
      if (failed.length > 0) setNotDone((before) => withLatest(before, failed))
      return refused
    },
    [change],
  )
  const show = useCallback((next: Done | undefined): void => {
    last.current = next
    setDone(next)
  }, [])
  /** Sends what waits, and ends the time to undo. */
  const settle = useCallback(
    (keepalive = false): void => {
      const before = last.current
      show(undefined)
      if (before !== undefined && before.sent === undefined) void send(before.signals, before.act, keepalive)
    },
    [send, show],
  )
  const perform = useCallback(
    (signals: readonly Signal[], act: Act): void => {
      const [first] = signals
      if (first === undefined) return
      settle()
      const isHeld = oppositeOf(act.body, first) === undefined
      show({ signals, act, sent: isHeld ? undefined : send(signals, act) })
    },
    [send, settle, show],
  )
  const undo = useCallback((): Signal | undefined => {
    const before = last.current
    show(undefined)
    if (before?.sent !== undefined) void takeBack({ orgId, ...before, sent: before.sent, send, setNotDone })
    return before?.signals[0]
  }, [orgId, send, show])

  useEffect(() => {
    if (done === undefined) return
    const timer = setTimeout(settle, undoMs)
    return () => clearTimeout(timer)
  }, [done, settle])
  useEffect(() => {
    const leave = (): void => settle(true)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [settle])

  return useMemo(() => {
    const held = done?.sent === undefined ? done : undefined
    return {
      ...{ perform, undo, done, notDone },
      dismiss: (one) => setNotDone((before) => before.filter((other) => other !== one)),
      withHeld: (signal) =>
        held?.signals.some(({ id }) => id === signal.id)
          ? withChange(signal, held.act.body, personId)
          : signal,
    }
  }, [perform, undo, done, notDone, personId])
}

type TakeBack = Done & {
  orgId: string
  sent: Promise<Refusals>
  send: (signals: readonly Signal[], act: Act) => Promise<Refusals>
  setNotDone: (add: (before: readonly NotDone[]) => readonly NotDone[]) => void
}

/** Performs the opposite on each signal that the act changed, and that no one has changed since. */
async function takeBack({ orgId, signals, act, sent, send, setNotDone }: TakeBack): Promise<void> {
  const refused = await sent
  await Promise.all(
    signals.map(async (signal) => {
      const body = refused.has(signal.id) ? undefined : oppositeOf(act.body, signal)
      if (body === undefined) return
      const opposite = { body, did: 'Undone', didNot: 'was not changed back' }
      try {
        const read = 'GET /console/api/w/{orgId}/signals/{id}'
        const { signal: now } = await call(read, { params: { orgId, id: signal.id } })
        if (!isAsLeft(now, act.body)) throw new Error('Someone changed it in the meantime.')
        await send([signal], opposite)
      } catch (error) {
        const reason = error instanceof Error ? error : new Error(String(error))
        setNotDone((before) => withLatest(before, [{ signal, act: opposite, error: reason }]))
      }
    }),
  )
}

/** What fails again replaces what was said of it. */
function withLatest(before: readonly NotDone[], added: readonly NotDone[]): readonly NotDone[] {
  const isSaidAgain = (one: NotDone): boolean =>
    added.some(({ signal, act }) => signal.id === one.signal.id && act.didNot === one.act.didNot)
  return [...before.filter((one) => !isSaidAgain(one)), ...added]
}

/** The acts of the page that is open. */
export const TriageContext = createContext<Triage | undefined>(undefined)

export function useTriageOfPage(): Triage {
  const triage = useContext(TriageContext)
  if (triage === undefined) throw new Error('There is no inbox around this.')
  return triage
}
