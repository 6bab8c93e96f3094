import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { TextField } from '../../parts/controls/field.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { LoginLink } from './login-link.tsx'
import { SingleSignOn } from './login-sso.tsx'

/** Takes a one-time token out of the address before anything is sent, and asks before it logs in with it. */
export function LoginPage(): ReactNode {
  const [token, setToken] = useState(takeToken)
  useEffect(() => {
    document.title = 'Log in · Signalpost'
    // A link that is opened on this page changes only what is behind the `#`.
    const take = (): void => setToken((present) => takeToken() || present)
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return (
    <main className="alone">
      <p className="brand">Signalpost</p>
      <h1>Log in</h1>
      {token === '' ? <Ways /> : <LoginLink key={token} token={token} otherwise={<Ways />} />}
    </main>
  )
}

function Ways(): ReactNode {
  const offers = useRead('GET /console/api/ways-in', {}, { everyMs: 'never' })
  return (
    <Answer of={offers} what="the ways to log in">
      {({ link, mail, oidc }) => (
        <>
          {oidc && <SingleSignOn />}
          {mail && <MailLink />}
          {link && (
            <>
              <p>
                Open the link that <code>npm start</code> printed, or print another where Signalpost runs. A
                link works once, for 10 minutes.
              </p>
              <CommandLine text="./signalpost login" />
            </>
          )}
        </>
      )}
    </Answer>
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
    return <p role="status">If this address belongs to someone here, we have mailed a link to it.</p>
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
