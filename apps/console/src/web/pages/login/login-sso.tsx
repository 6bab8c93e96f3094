import type { ReactNode } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/form/button.tsx'

/** Leaves for the identity provider, which sends the browser back to `/login/oidc`. */
export function SingleSignOn(): ReactNode {
  const start = useWrite('POST /console/api/login/oidc/start')
  const leave = (): void => start.mutate({}, { onSuccess: ({ url }) => goTo(url) })
  return (
    <div className="stack">
      {start.error !== null && (
        <p role="alert" className="error-text">
          {start.error.message}
        </p>
      )}
      <Button look="primary" disabled={start.isPending || start.isSuccess} onClick={leave}>
        Log in with your identity provider
      </Button>
    </div>
  )
}

function goTo(url: string): void {
  const { protocol } = new URL(url)
  if (protocol === 'https:' || protocol === 'http:') location.assign(url)
}
