import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Answer } from '../../../api/call.ts'
import { readAhead } from '../../../api/use-read.ts'
import type { Signal } from '../use-change-signal.ts'

const one = 'GET /console/api/w/{orgId}/signals/{id}'

type Opening = {
  orgId: string
  id: string | undefined
  items: readonly Signal[]
  /** Whether the items are those of the page that was turned to. */
  isShown: boolean
  turn: (step: 1 | -1) => boolean
}

/** Opens signals of the list across its pages, and reads the ones beside the open one ahead. */
export function useOpenSignal({ orgId, id, items, isShown, turn }: Opening) {
  const navigate = useNavigate()
  const client = useQueryClient()
  // The page follows a moment after the key, and the next key may be there before it.
  const latest = useRef(id)
  // A signal that left the list gives its place to the next one.
  const place = useRef(0)
  const isMoved = useRef(false)
  /** Where the page turns to, until it is there. */
  const turning = useRef<1 | -1>(undefined)
  const at = items.findIndex((signal) => signal.id === id)
  useEffect(() => {
    latest.current = id
    if (at !== -1) place.current = at
  }, [id, at])
  const around = [items[at + 1]?.id, items[at - 1]?.id].filter((near) => near !== undefined).join('\n')
  useEffect(() => {
    for (const near of around.split('\n').filter((part) => part !== '')) {
      void readAhead(client, one, { params: { orgId, id: near } })
    }
  }, [client, orgId, around])
  useEffect(() => {
    if (id === undefined || !isMoved.current) return
    isMoved.current = false
    const row = document.querySelector<HTMLElement>('[data-row][aria-current]')
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }, [id])
  const show = (of: string): void => {
    const isOpen = latest.current !== undefined
    isMoved.current = true
    latest.current = of
    // Back leads to the list at once, however many signals were open.
    const to = `/w/${orgId}/signals/${encodeURIComponent(of)}`
    void navigate({ to, search: true, replace: isOpen })
  }
  const findOpen = (): Signal | undefined => {
    const isOpen = (signal: Signal): boolean => signal.id === latest.current
    if (latest.current === undefined || items.some(isOpen)) return items.find(isOpen)
    // It was opened by its address, or is on another page of the list.
    const key = [one, { params: { orgId, id: latest.current } }]
    return client.getQueryData<Answer<typeof one>>(key)?.signal
  }
  const move = (step: 1 | -1): void => {
    const open = findOpen()
    const isListed = open !== undefined && items.includes(open)
    const from = isListed ? items.indexOf(open) : place.current - (step === 1 ? 1 : 0)
    const to = latest.current === undefined ? (step === 1 ? 0 : items.length - 1) : from + step
    const next = items[to]
    if (next !== undefined) show(next.id)
    else if (turn(step)) turning.current = step
  }
  useEffect(() => {
    if (turning.current === undefined || !isShown) return
    const first = items.at(turning.current === 1 ? 0 : -1)
    turning.current = undefined
    if (first !== undefined) show(first.id)
  })
  return { findOpen, show, move, isTurning: () => turning.current !== undefined }
}
