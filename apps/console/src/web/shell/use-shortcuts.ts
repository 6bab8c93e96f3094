import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sections } from '../sections.ts'
import { areKeysOn } from './settings.ts'

const sequenceMs = 1_000

type Handlers = { orgId: string; onHelp: () => void; onPalette: () => void }

/** `Ctrl K` anywhere; the single keys only outside of fields, and not where a person switched them off. */
export function useShortcuts({ orgId, onHelp, onPalette }: Handlers): void {
  const navigate = useNavigate()
  useEffect(() => {
    let wentAtMs = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        onPalette()
        return
      }
      const isBusy = event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || hasDialog()
      if (isBusy || !areKeysOn()) return
      if (event.timeStamp - wentAtMs < sequenceMs) {
        wentAtMs = Number.NEGATIVE_INFINITY
        const section = sections.find(({ key }) => key === event.key)
        if (section !== undefined) void navigate({ to: `/w/${orgId}/${section.path}` })
        return
      }
      if (event.key === 'g') wentAtMs = event.timeStamp
      else if (event.key === '?') onHelp()
      else if (event.key === '/') focusFilter(event)
      else if (event.key === 'j') moveRow(1)
      else if (event.key === 'k') moveRow(-1)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate, orgId, onHelp, onPalette])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)
}

function hasDialog(): boolean {
  return document.querySelector('[role="dialog"]') !== null
}

function focusFilter(event: KeyboardEvent): void {
  const filter = document.querySelector<HTMLElement>('[data-filter]')
  if (filter === null) return
  event.preventDefault()
  filter.focus()
}

function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row.matches(':focus'))
  const next = at === -1 ? rows[step === 1 ? 0 : rows.length - 1] : rows[at + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
