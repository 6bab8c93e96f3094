import { type ReactNode, useEffect, useRef } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { Refusal } from '../../../parts/form/refusal.tsx'
import { RunReport } from '../run-report.tsx'

/** Asks the platforms at once, as a first run would. Nothing is kept. */
export function FirstTry({ orgId, id }: { orgId: string; id: string }): ReactNode {
  const { mutate, isPending, error, data } = useWrite('POST /console/api/w/{orgId}/listeners/{id}/try')
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    mutate({ params: { orgId, id }, body: {} })
  }, [mutate, orgId, id])
  return (
    <div className="stack" aria-live="polite">
      <p className="quiet">
        {isPending
          ? 'Asking the platforms…'
          : 'Nothing of this is kept. Open a post to see every point of its score.'}
      </p>
      <Refusal error={error} what="It could not be tried." />
      {data !== undefined && <RunReport report={data} />}
      {!isPending && (
        <p>
          <button
            type="button"
            className="button"
            onClick={() => mutate({ params: { orgId, id }, body: {} })}
          >
            Try again
          </button>
        </p>
      )}
    </div>
  )
}
