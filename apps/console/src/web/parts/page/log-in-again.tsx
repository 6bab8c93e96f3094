import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useSyncExternalStore } from 'react'
import { rememberPlace } from '../../shell/return-path.ts'
import { Button } from '../form/button.tsx'
import { isHalfFilled, watchHalfFilled } from '../form/may-leave.ts'
import { CommandLine } from './command-line.tsx'
import { LoginInNewTab } from './logged-out.tsx'

/** What an act says that needs a login of the last 15 minutes. A half-filled form stays open meanwhile. */
export function LogInAgain(): ReactNode {
  const wouldLose = useSyncExternalStore(watchHalfFilled, () => isHalfFilled())
  return (
    <div className="failure" role="alert">
      <p>
        <strong>Log in again first.</strong> Acts that show a secret, erase or change people need a login of
        the last 15 minutes. Nothing was changed.
      </p>
      <p className="quiet">
        {wouldLose
          ? 'Log in in another tab of this browser, then come back to this tab and press the button again. What you entered is still here.'
          : 'A link that you open in another tab of this browser does it too: then do the act again here.'}
      </p>
      <CommandLine text="./signalpost login" />
      {wouldLose ? <LoginInNewTab /> : <AndComeBack />}
    </div>
  )
}

/** The login comes back to this page. */
function AndComeBack(): ReactNode {
  const navigate = useNavigate()
  const leave = (): void => {
    rememberPlace()
    void navigate({ to: '/login' })
  }
  return (
    <Button look="primary" onClick={leave}>
      Log in again
    </Button>
  )
}
