import type { ReactNode } from 'react'
import { Copyable } from './copyable.tsx'

/** A secret that is shown this once: it is in no later answer. */
export function SecretOnce({ secret, intakeUrl }: { secret: string; intakeUrl?: string }): ReactNode {
  return (
    <div className="stack">
      {intakeUrl !== undefined && (
        <div>
          <p className="label">Address</p>
          <Copyable text={intakeUrl} label="the address" />
        </div>
      )}
      <div className="secret">
        <p className="label">Secret</p>
        <Copyable text={secret} label="the secret" />
        <p>Hand it to the sender now. It is shown this once.</p>
      </div>
    </div>
  )
}
