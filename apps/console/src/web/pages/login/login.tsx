import { type ReactNode, useEffect, useState } from 'react'
import { LoginLink } from './login-link.tsx'
import { Ways } from './ways.tsx'

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

function takeToken(): string {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(null, '', location.pathname)
  return token
}
