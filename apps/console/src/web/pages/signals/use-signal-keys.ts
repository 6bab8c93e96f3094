import { useEffect, useRef } from 'react'
import { areKeysOn } from '../../shell/settings.ts'
import type { Signal, useChangeSignal } from './use-change-signal.ts'

type Keyed = {
  /** In the order of the rows. */
  items: readonly Signal[]
  chosen: readonly Signal[]
  personId: string
  isOn: boolean
  change: ReturnType<typeof useChangeSignal>['mutate']
}

/** `a`, `v` and `u` on the chosen signals, or on the one whose row has the focus. */
export function useSignalKeys(keyed: Keyed): void {
  const latest = useRef(keyed)
  useEffect(() => {
    latest.current = keyed
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { items, chosen, personId, isOn, change } = latest.current
      if (!isOn || !areKeysOn() || isBusy(event)) return
      const rows = [...document.querySelectorAll('[data-row]')]
      const focused = items[rows.findIndex((row) => row.matches(':focus'))]
      const targets = chosen.length > 0 ? chosen : focused === undefined ? [] : [focused]
      const [first] = targets
      if (first === undefined) return
      const ids = targets.map(({ id }) => id)
      if (event.key === 'a') change({ ids, body: { assignedTo: personId } })
      else if (event.key === 'v') change({ ids, body: { verdict: nextVerdict(first.feedback?.verdict) } })
      else if (event.key === 'u') change({ ids, body: { read: true } })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** A key with a modifier, in a field, or under a dialog means something else. */
function isBusy({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isTyping =
    target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), select, textarea')
  return ctrlKey || metaKey || altKey || isTyping || document.querySelector('[role="dialog"]') !== null
}

type Verdict = 'good' | 'bad' | 'none'

const following: Record<Verdict, Verdict> = { none: 'good', good: 'bad', bad: 'none' }

function nextVerdict(verdict: Verdict | undefined): Verdict {
  return following[verdict ?? 'none']
}
