import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { TextField } from '../../parts/controls/field.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { OwnName } from '../../shell/own-name.tsx'
import { takePlace } from '../../shell/return-path.ts'
import { SingleSignOn } from './login-sso.tsx'

/** Takes a one-time token out of the address before anything is sent, and logs in with it. */
export function LoginPage(): ReactNode {
  const [token] = useState(takeToken)
  const logIn = useWrite('POST /console/api/login')
  const navigate = useNavigate()
  const wasTried = useRef(false)
  const [isAsking, setAsking] = useState(false)

  const attempt = async (text: string): Promise<void> => {
    const { asksName } = await logIn.mutateAsync({ body: { token: text } })
    if (asksName) setAsking(true)
    else await enter()
  }
  const enter = async (): Promise<void> => {
    await navigate({ href: takePlace(), replace: true })
  }
  useEffect(() => {
    document.title = 'Log in · Signalpost'
    if (token === '' || wasTried.current) return
    wasTried.current = true
    // The refusal is shown below.
    attempt(token).catch(() => undefined)
  })
  if (isAsking) {
    return (
      <main className="alone">
        <p className="brand">Signalpost</p>
        <h1>Welcome</h1>
        <p>What are you called? Your colleagues see it where you take or assign leads.</p>
        <OwnName name={null} onSaved={() => void enter()} />
      </main>
    )
  }
  return (
    <main className="alone">
      <p className="brand">Signalpost</p>
      <h1>Log in</h1>
      {logIn.isPending && <p role="status">Logging in…</p>}
      {logIn.error !== null && (
        <Refusal error={logIn.error} onRetry={() => void attempt(token).catch(() => undefined)} />
      )}
      {!logIn.isPending && (
        <>
          <p>
            Open the link that <code>npm start</code> printed, or print another where Signalpost runs. A link
            works once, for 10 minutes.
          </p>
          <CommandLine text="./signalpost login" />
          <OtherWays />
        </>
      )}
    </main>
  )
}

function Refusal({ error, onRetry }: { error: Error; onRetry: () => void }): ReactNode {
  const isPassing = error instanceof ApiError && error.isPassing
  return (
    <div className="failure" role="alert">
      <p>
        <strong>{isPassing ? 'Not logged in yet.' : 'This link does not work.'}</strong> {error.message}
      </p>
      {isPassing && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}

function OtherWays(): ReactNode {
  const { data: offers } = useRead('GET /console/api/ways-in', {}, { everyMs: 'never' })
  return (
    <>
      {offers?.oidc === true && <SingleSignOn />}
      {offers?.mail === true && <MailLink />}
    </>
  )
}

function MailLink(): ReactNode {
  const [email, setEmail] = useState('')
  const request = useWrite('POST /console/api/login/mail')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    request.mutate({ body: { email } })
  }
  if (request.isSuccess)
    return <p role="status">If this address belongs to someone here, a link is on its way.</p>
  return (
    <form onSubmit={submit} className="stack">
      <TextField label="Mail address" type="email" value={email} onChange={setEmail} required />
      {request.error !== null && (
        <p role="alert" className="error-text">
          {request.error.message}
        </p>
      )}
      <button type="submit" className="button primary" disabled={request.isPending}>
        Send me a link
      </button>
    </form>
  )
}

function takeToken(): string {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(null, '', location.pathname)
  return token
}
