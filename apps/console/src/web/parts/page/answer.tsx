import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError, isUnauthorized } from '../../api/api-error.ts'
import { FaultList } from '../form/fault-list.tsx'
import { reasonOf } from '../form/faults.ts'
import { Stranger } from '../values/stranger.tsx'
import { LogInAgain } from './log-in-again.tsx'

type Props<Data> = {
  of: UseQueryResult<Data, Error>
  /** What could not be had, such as `the deliveries`. */
  what: string
  children: (data: Data) => ReactNode
}

/** What a read returned; while it fails, the last good answer in grey, or the reason why there is none. */
export function Answer<Data>({
  of: { data, error, isPlaceholderData },
  what,
  children,
}: Props<Data>): ReactNode {
  if (data !== undefined) {
    // Who is logged out reads that at the top of the page.
    const failure = isUnauthorized(error) ? null : error
    return (
      <div
        className={failure !== null || isPlaceholderData ? 'stale' : undefined}
        aria-busy={isPlaceholderData}
      >
        {failure !== null && <Failure error={failure} what={what} />}
        {children(data)}
      </div>
    )
  }
  if (error !== null) return <Failure error={error} what={what} />
  return (
    <div className="loading" aria-busy="true">
      <span className="visually-hidden">Loading {what}</span>
    </div>
  )
}

/** Says why something cannot be shown. What was not done is a Refusal. */
export function Failure({ error, what }: { error: Error; what: string }): ReactNode {
  if (error instanceof ApiError && error.code === 'login_required') return <LogInAgain />
  const { isPassing, faults } = error instanceof ApiError ? error : { isPassing: false, faults: [] }
  return (
    <div className="failure" role="alert">
      <p>
        <strong>Cannot show {what}.</strong>{' '}
        <Stranger text={reasonOf(error, { isListed: true, marked: 0 })} />
      </p>
      <FaultList faults={faults} />
      {isPassing && <p className="quiet">Trying again by itself.</p>}
    </div>
  )
}
