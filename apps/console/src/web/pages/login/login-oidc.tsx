import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/form/button.tsx'
import { takePlace } from '../../shell/return-path.ts'

/** Where the identity provider sends the browser back. The code leaves the address before anything is sent. */
export function OidcReturnPage(): ReactNode {
  const [search] = useState(takeSearch)
  const finish = useWrite('POST /console/api/login/oidc')
  const navigate = useNavigate()
  const wasTried = useRef(false)

  const attempt = async (): Promise<void> => {
    await finish.mutateAsync({ body: { search } })
    await navigate({ href: takePlace(), replace: true })
  }
  useEffect(() => {
    document.title = 'Log in · Signalpost'
    if (wasTried.current) return
    wasTried.current = true
    // The refusal is shown below.
    attempt().catch(() => undefined)
  })
  const { error } = finish
  return (
    <main className="alone">
      <p className="brand">Signalpost</p>
      <h1>Log in</h1>
      {error === null ? (
        <p role="status">Logging in…</p>
      ) : (
        <div className="failure" role="alert">
          <p>
            <strong>Not logged in.</strong> {error.message}
          </p>
          {error instanceof ApiError && error.isPassing ? (
            <Button disabled={finish.isPending} onClick={() => void attempt().catch(() => undefined)}>
              Try again
            </Button>
          ) : (
            <Link to="/login">Back to the login</Link>
          )}
        </div>
      )}
    </main>
  )
}

function takeSearch(): string {
  const { search } = location
  history.replaceState(null, '', location.pathname)
  return search
}
