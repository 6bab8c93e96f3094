import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { rememberPlace } from '../../shell/return-path.ts'
import { Button } from '../form/button.tsx'
import { CommandLine } from './command-line.tsx'

/** What an act says that needs a login of the last 15 minutes. The login comes back to this page. */
export function LogInAgain(): ReactNode {
  const navigate = useNavigate()
  const leave = (): void => {
    rememberPlace()
    void navigate({ to: '/login' })
  }
  return (
    <div className="failure" role="alert">
      <p>
        <strong>Log in again first.</strong> Acts that show a secret, erase or change people need a login of
        the last 15 minutes. Nothing was changed.
      </p>
      <p className="quiet">
        A link that you open in another tab of this browser does it too: then do the act again here.
      </p>
      <CommandLine text="./signalpost login" />
      <Button look="primary" onClick={leave}>
        Log in again
      </Button>
    </div>
  )
}
