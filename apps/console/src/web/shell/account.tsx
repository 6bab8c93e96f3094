import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Answer } from '../api/call.ts'
import { useWrite } from '../api/use-write.ts'
import { Modal } from '../parts/controls/modal.tsx'
import { Segments } from '../parts/controls/segments.tsx'
import { Button } from '../parts/form/button.tsx'
import { Stranger } from '../parts/values/stranger.tsx'
import { OwnName } from './own-name.tsx'
import { applyTheme, readTheme, type Theme } from './settings.ts'

/** With what names browsers, which no first page needs. */
const OwnSessions = lazy(async () => ({ default: (await import('./own-sessions.tsx')).OwnSessions }))

const looks = [
  { value: 'system', title: 'Match the system' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
] as const

type Props = { session: Answer<'GET /console/api/session'>; onHelp: () => void }

/** Who is logged in, how the pages look, and the way out. */
export function Account({ session: { person }, onHelp }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [theme, setTheme] = useState(readTheme)
  const logOut = useWrite('DELETE /console/api/session')
  const navigate = useNavigate()
  const choose = (value: Theme): void => {
    applyTheme(value)
    setTheme(value)
  }
  const leave = (): void => logOut.mutate({}, { onSettled: () => void navigate({ to: '/login' }) })
  const name = person.name ?? person.email ?? person.personId
  return (
    <>
      <button type="button" className="account" onClick={() => setOpen(true)}>
        <span className="avatar" aria-hidden="true">
          {name.slice(0, 1).toUpperCase()}
        </span>
        <span className="account-name">
          <Stranger text={name} />
        </span>
      </button>
      <Modal title={name} isOpen={isOpen} onClose={() => setOpen(false)}>
        <div className="stack">
          <p className="quiet">
            <code>{person.personId}</code>
            {person.isOperator && ', an operator of this installation'}
          </p>
          <OwnName name={person.name} />
          <Suspense>
            <OwnSessions />
          </Suspense>
          <Segments label="Look" value={theme} choices={looks} onChange={choose} />
          <div className="acts">
            <Button
              onClick={() => {
                setOpen(false)
                onHelp()
              }}
            >
              Keyboard
            </Button>
            <Button disabled={logOut.isPending} onClick={leave}>
              Log out
            </Button>
          </div>
        </div>
      </Modal>
    </>
  )
}
