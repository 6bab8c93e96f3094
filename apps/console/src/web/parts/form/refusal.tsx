import { type ReactNode, useContext } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { LogInAgain } from '../page/log-in-again.tsx'
import { Stranger } from '../values/stranger.tsx'
import { FaultList } from './fault-list.tsx'
import { FormContext, otherFaults } from './faults.ts'

type Props = {
  error: Error | null
  /** What did not happen, as a sentence: `The rule was not saved.` */
  what: string
}

/** Says what was refused and why. Inside of a form, what its fields say of themselves is left out. */
export function Refusal({ error, what }: Props): ReactNode {
  const form = useContext(FormContext)
  if (error === null) return null
  const { code, isPassing, faults } =
    error instanceof ApiError ? error : { code: 'internal', isPassing: false, faults: [] }
  if (code === 'login_required') return <LogInAgain />
  const others = otherFaults(form, faults)
  return (
    <div className="failure" role="alert">
      <p>
        <strong>{what}</strong>{' '}
        <Stranger text={reasonOf(error, faults.length - others.length, others.length)} />
      </p>
      <FaultList faults={others} />
      {isPassing && <p className="quiet">Try again in a moment. What you entered is still here.</p>}
    </div>
  )
}

/** The server's sentence; for faults of members one that says where they are. */
function reasonOf(error: Error, beside: number, below: number): string {
  if (beside + below === 0 || !(error instanceof ApiError) || error.code !== 'invalid_request')
    return error.message
  if (below > 0) return 'This is not accepted:'
  return beside === 1 ? 'The marked field says why.' : 'The marked fields say why.'
}
