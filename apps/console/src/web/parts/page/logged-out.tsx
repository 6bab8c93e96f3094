import { type ReactNode, useContext } from 'react'
import { LoginContext } from '../../shell/login-context.ts'
import { Button } from '../form/button.tsx'
import { Stranger } from '../values/stranger.tsx'
import { CommandLine } from './command-line.tsx'

/** What a form says once the session of its person has ended. What was typed stays on the page meanwhile. */
export function LoggedOut(): ReactNode {
  const login = useContext(LoginContext)
  return (
    <div className="failure" role="alert">
      {typeof login === 'object' ? (
        <>
          <p>
            <strong>
              This browser is now logged in as <Stranger text={login.otherName} />.
            </strong>{' '}
            Nothing is saved from this page in their name. Copy what you still need, then reload the page:
            what you entered is lost with it.
          </p>
          <Button onClick={() => location.reload()}>Reload the page</Button>
        </>
      ) : (
        <>
          <p>
            <strong>Your session {login === 'open' ? 'had' : 'has'} ended.</strong> Nothing was changed.
          </p>
          <p className="quiet">
            {login === 'open'
              ? 'Once you are logged in, press the button again.'
              : 'Log in in another tab of this browser, then come back to this tab and press the button again. What you entered is still here.'}
          </p>
          {login === 'ended' && (
            <>
              <CommandLine text="./signalpost login" />
              <LoginInNewTab />
            </>
          )}
        </>
      )}
    </div>
  )
}

/** Leaves this page as it is. */
export function LoginInNewTab(): ReactNode {
  return (
    <a className="button primary" href="/login" target="_blank" rel="noopener">
      Log in again in a new tab
    </a>
  )
}
