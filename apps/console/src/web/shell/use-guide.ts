import { useSyncExternalStore } from 'react'
import { type FirstSteps, useFirstSteps } from '../api/use-first-steps.ts'
import { useSession } from './session.tsx'

const choices = ['hidden', 'without-warehouse'] as const
type Choice = (typeof choices)[number]

export type Guide = {
  /** The first step that is open; undefined once there is none. */
  next: FirstSteps['steps'][number]['step'] | undefined
  /** Whether the guide comes before everything else: something is open, and the person did not hide it. */
  isFirst: boolean
  isChosen: (choice: Choice) => boolean
  choose: (choice: Choice, isOn: boolean) => void
}

/** Where Getting started of a workspace is shown. What the person chose about it is kept in this browser. */
export function useGuide(orgId: string): Guide {
  const { personId } = useSession().person
  const { data } = useFirstSteps(orgId)
  const keyOf = (choice: Choice): string => `signalpost.guide.${choice}.${orgId}.${personId}`
  const chosen = useSyncExternalStore(subscribe, () =>
    choices.filter((choice) => localStorage.getItem(keyOf(choice)) !== null).join(' '),
  ).split(' ')
  const isChosen = (choice: Choice): boolean => chosen.includes(choice)
  const next = data?.steps.find(
    ({ step, doneAt }) => doneAt === null && !(step === 'warehouse' && isChosen('without-warehouse')),
  )?.step
  return {
    next,
    isFirst: next !== undefined && !isChosen('hidden'),
    isChosen,
    choose: (choice, isOn) => {
      if (isOn) localStorage.setItem(keyOf(choice), 'yes')
      else localStorage.removeItem(keyOf(choice))
      for (const listener of listeners) listener()
    },
  }
}

const listeners = new Set<() => void>()

/** Follows the choices of this tab and of others. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
