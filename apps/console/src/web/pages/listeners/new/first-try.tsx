import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Refusal } from '../../../parts/form/refusal.tsx'
import type { WordAct } from '../draft/without-word.ts'
import { RunReport } from '../run-report.tsx'
import { RatedFinds, type Verdicts } from './rated-finds.tsx'

type Props = {
  orgId: string
  id: string
  keywords: readonly string[]
  /** Takes a keyword out of the plan, then calls back. */
  onWord: (act: WordAct, keyword: string, then: () => void) => void
}

/** Asks the platforms at once, as a first run would. Nothing is kept. */
export function FirstTry({ orgId, id, keywords, onWord }: Props): ReactNode {
  const { mutate, isPending, error, data } = useWrite('POST /console/api/w/{orgId}/listeners/{id}/try')
  // They hold for the same posts after the plan changed.
  const [verdicts, setVerdicts] = useState<Verdicts>({})
  const hasBegun = useRef(false)
  const ask = (): void => mutate({ params: { orgId, id }, body: {} })
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
      {data !== undefined && (
        <RunReport report={data}>
          <RatedFinds
            {...{ orgId, id, keywords, verdicts }}
            onJudge={setVerdicts}
            items={data.items}
            onWord={(act, keyword) => onWord(act, keyword, ask)}
          />
        </RunReport>
      )}
      {!isPending && (
        <p>
          <Button onClick={ask}>Try again</Button>
        </p>
      )}
    </div>
  )
}
