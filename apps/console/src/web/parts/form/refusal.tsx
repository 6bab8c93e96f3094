import { type ReactNode, useContext } from 'react'
import { ApiError, isUnauthorized } from '../../api/api-error.ts'
import { LoginContext } from '../../shell/login-context.ts'
import { LogInAgain } from '../page/log-in-again.tsx'
import { LoggedOut } from '../page/logged-out.tsx'
import { Stranger } from '../values/stranger.tsx'
import { FaultList } from './fault-list.tsx'
import { FormContext, otherFaults, reasonOf } from './faults.ts'

type Props = {
  error: Error | null
  /** What did not happen, as a sentence: `The rule was not saved.` */
  what: string
}

/** Says what was refused and why. Inside of a form, what its fields say of themselves is left out. */
export function Refusal({ error, what }: Props): ReactNode {
  const form = useContext(FormContext)
  const login = useContext(LoginContext)
  if (isUnauthorized(error) || (login !== 'open' && form?.isHalfFilled === true)) return <LoggedOut />
  if (error === null) return null
  const { code, isPassing, faults } =
    error instanceof ApiError ? error : { code: 'internal', isPassing: false, faults: [] }
  if (code === 'login_required') return <LogInAgain />
  const others = otherFaults(form, faults)
  return (
    <div className="failure" role="alert">
      <p>
        <strong>{what}</strong>{' '}
        <Stranger
          text={reasonOf(error, { isListed: others.length > 0, marked: faults.length - others.length })}
        />
      </p>
      <FaultList faults={others} />
      {isPassing && <p className="quiet">Try again in a moment. What you entered is still here.</p>}
    </div>
  )
}
