import { type ReactNode, useState } from 'react'
import { useRead } from '../../../api/use-read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { Modal } from '../../../parts/controls/modal.tsx'
import { format } from '../../../parts/data/sum-bar.tsx'
import { Table } from '../../../parts/data/table.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { Refusal } from '../../../parts/form/refusal.tsx'
import { Answer } from '../../../parts/page/answer.tsx'
import { FullMoment } from '../../../parts/values/moment.tsx'
import { Stranger } from '../../../parts/values/stranger.tsx'
import { useMay } from '../../../shell/session.tsx'
import type { KeywordVerdicts, Weights as LearnedWeights, Listener } from '../listener-type.ts'
import { ChangeKeyword } from './change-keyword.tsx'
import { sayVerdicts, signed } from './signed.ts'

type Props = { orgId: string; listener: Listener }

/** A change of many verdicts shows at once; time alone changes little. */
const everyMs = 25_000

/** What verdicts taught it, word by word, and whether it goes on learning. */
export function Weights({ orgId, listener }: Props): ReactNode {
  const params = { orgId, id: listener.id }
  const weights = useRead(
    'GET /console/api/w/{orgId}/listeners/{id}/weights',
    { params },
    { topics: ['signals'], everyMs },
  )
  return (
    <section className="card" aria-label="What it learned">
      <h2>What it learned</h2>
      <Answer of={weights} what="what it learned">
        {(learned) => (
          <div className="stack">
            <p className="quiet">
              {summaryOf(learned)}
              {learned.refittedAt !== null && (
                <>
                  {' '}
                  Last stored by a run on <FullMoment at={learned.refittedAt} />.
                </>
              )}
              {learned.forgottenAt !== null && (
                <>
                  {' '}
                  Verdicts given before <FullMoment at={learned.forgottenAt} /> count no longer.
                </>
              )}
              {learned.isFrozen && ' It stays as it is.'}
            </p>
            <Keywords {...{ orgId, listener }} keywords={learned.keywords} />
            <Switches params={params} isFrozen={learned.isFrozen} />
          </div>
        )}
      </Answer>
    </section>
  )
}

function summaryOf({ verdicts, bad, isLearned }: LearnedWeights): string {
  if (verdicts === 0) return 'None of its signals has a verdict that counts.'
  const counts = `${format(verdicts)} ${verdicts === 1 ? 'verdict' : 'verdicts'}, ${format(bad)} bad.`
  const effect = isLearned
    ? 'They count from the next look on. Stored scores stay.'
    : 'They move no score yet: it takes ten, three of each kind, and verdicts that its keywords explain.'
  return `${counts} ${effect}`
}

function Keywords({
  orgId,
  listener,
  keywords,
}: Props & { keywords: readonly KeywordVerdicts[] }): ReactNode {
  const [opened, setOpened] = useState<KeywordVerdicts>()
  const mayChange = useMay('admin')
  if (keywords.length === 0) return null
  const close = (): void => setOpened(undefined)
  return (
    <>
      <Table
        caption="What verdicts say about its keywords"
        rows={keywords}
        keyOf={({ keyword }) => keyword}
        {...(mayChange && { onOpen: setOpened })}
        columns={[
          { title: 'Keyword', isWide: true, cell: ({ keyword }) => <Stranger text={keyword} /> },
          { title: 'Points', align: 'end', cell: ({ points }) => signed(points) },
          { title: 'Verdicts', cell: sayVerdicts },
          {
            title: 'In the plan',
            isMinor: true,
            cell: ({ keyword }) =>
              listener.keywords.includes(keyword) ? 'yes' : <span className="quiet">no longer</span>,
          },
        ]}
      />
      {mayChange && <p className="quiet">Open a keyword to drop it from the plan or to exclude it.</p>}
      <Modal title="A keyword" isOpen={opened !== undefined} onClose={close}>
        {opened !== undefined && <ChangeKeyword {...{ orgId, listener }} verdicts={opened} onDone={close} />}
      </Modal>
    </>
  )
}

function Switches({
  params,
  isFrozen,
}: {
  params: { orgId: string; id: string }
  isFrozen: boolean
}): ReactNode {
  const change = useWrite('POST /console/api/w/{orgId}/listeners/{id}/weights')
  const [isForgetting, setForgetting] = useState(false)
  if (!useMay('admin')) return null
  const button = (act: 'freeze' | 'unfreeze' | 'reset', label: string): ReactNode => (
    <Button
      disabled={change.isPending}
      onClick={() =>
        change.mutate({ params, body: { change: act } }, { onSuccess: () => setForgetting(false) })
      }
    >
      {label}
    </Button>
  )
  const refusal = <Refusal error={change.error} what="The weights were not changed." />
  return (
    <>
      <p className="links">
        {isFrozen ? button('unfreeze', 'Let it learn again') : button('freeze', 'Keep it as it is')}
        <Button onClick={() => setForgetting(true)}>Forget what it learned</Button>
      </p>
      {!isForgetting && refusal}
      <Modal title="Forget what it learned" isOpen={isForgetting} onClose={() => setForgetting(false)}>
        <div className="stack">
          <p>
            Earlier verdicts stay with their signals, but this listener no longer learns from them. This
            cannot be undone.
          </p>
          <p className="links">{button('reset', 'Forget it')}</p>
          {refusal}
        </div>
      </Modal>
    </>
  )
}
