import { useEffect, useRef } from 'react'
import { areKeysOn } from '../../../shell/settings.ts'

/** Single keys of the inbox, before those of every page: an open signal makes `g` a verdict. */
export function useInboxKeys(keyed: (key: string) => (() => void) | undefined): void {
  const latest = useRef(keyed)
  useEffect(() => {
    latest.current = keyed
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, target } = event
      if (document.querySelector('[role="dialog"]') !== null) return
      if (isField(target)) {
        if (key === 'Escape') target.blur()
        return
      }
      const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : latest.current(key)
      if (act === undefined || !areKeysOn()) return
      event.preventDefault()
      event.stopImmediatePropagation()
      act()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
}

function isField(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), select, textarea')
}
