import { useEffect, useRef } from 'react'
import { areKeysOn } from '../../../shell/settings.ts'

/**
 * Single keys of the inbox, before those of every page: an open signal makes `g` a verdict. Keys that are pressed
 * while the list turns its page wait for it: they are meant for the signals on it.
 */
export function useInboxKeys(
  keyed: (key: string) => (() => void) | undefined,
  isTurning: () => boolean = never,
): void {
  const latest = useRef({ keyed, isTurning })
  const held = useRef<string[]>([])
  useEffect(() => {
    latest.current = { keyed, isTurning }
    while (held.current.length > 0 && !isTurning()) keyed(held.current.shift() ?? '')?.()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, target } = event
      if (document.querySelector('[role="dialog"]') !== null) return
      if (isField(target)) {
        if (key === 'Escape') target.blur()
        return
      }
      const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : latest.current.keyed(key)
      if (act === undefined || !areKeysOn()) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (latest.current.isTurning()) held.current.push(key)
      else act()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
}

function never(): boolean {
  return false
}

function isField(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), select, textarea')
}
