import { formatMoney } from '@signalpost/domain/text'
import { Link } from '@tanstack/react-router'
import {
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Answer } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { format } from '../../parts/data/sum-bar.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Answer as AnswerPart } from '../../parts/page/answer.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { areKeysOn } from '../../shell/settings.ts'
import { cut } from '../../text/cut.ts'
import { nameOf } from '../../text/name-of.ts'
import { readTitle } from '../../text/read-title.ts'
import { type Stage, stages } from './stages.ts'

type Sum = Answer<'GET /console/api/w/{orgId}/pipeline-sums'>['items'][number]
type Deal = Answer<'GET /console/api/w/{orgId}/pipeline'>['items'][number]

/** The deal that keys moved last, and where to. */
export type Moved = { id: string; stage: Stage } | undefined

type Props = {
  orgId: string
  stage: Stage
  sums: readonly Sum[]
  summedAtMost: number
  /** The names of people by their ids. */
  people: ReadonlyMap<string, string>
  mayChange: boolean
  /** Of all stages together: the deal takes the focus along to its new one. */
  moved: RefObject<Moved>
}

const dealType = 'application/x-signalpost-deal'
const pageSizes = ['25', '50', '100']

/** One column of the board. A deal that is dropped here gets its stage. */
export function PipelineStage(props: Props): ReactNode {
  const { orgId, stage, sums, summedAtMost, people, mayChange, moved } = props
  const [size, setSize] = useState(0)
  const deals = useRead(
    'GET /console/api/w/{orgId}/pipeline',
    { params: { orgId }, query: { stage, limit: pageSizes[size] } },
    { topics: ['audit', 'signals'], keep: true },
  )
  const move = useWrite('PATCH /console/api/w/{orgId}/pipeline/{id}')
  const moveTo = (id: string, to: Stage): void => move.mutate({ params: { orgId, id }, body: { stage: to } })
  const moveByKey = (id: string, to: Stage): void => {
    moved.current = { id, stage: to }
    moveTo(id, to)
  }
  const drop = (event: DragEvent): void => {
    const id = event.dataTransfer.getData(dealType)
    if (id === '') return
    event.preventDefault()
    moveTo(id, stage)
  }
  const count = sums.reduce((all, sum) => all + sum.deals, 0)
  return (
    <section
      className="stage"
      aria-label={`${stage}, ${count} deals`}
      onDragOver={(event) => event.dataTransfer.types.includes(dealType) && event.preventDefault()}
      onDrop={mayChange ? drop : undefined}
    >
      <h2>
        {stage} <span className="quiet">{count >= summedAtMost ? `${format(count)}+` : format(count)}</span>
      </h2>
      <ul className="stage-sums">
        {sums.flatMap(({ currency, amount }) =>
          currency === null ? [] : [<li key={currency}>{formatMoney(amount, currency)}</li>],
        )}
      </ul>
      {count >= summedAtMost && <p className="quiet">The newest {format(summedAtMost)} are summed up.</p>}
      <Refusal error={move.error} what="The deal was not moved." />
      <AnswerPart of={deals} what="the deals">
        {({ items, nextCursor }) => (
          <>
            <ul className="lines">
              {items.map((deal) => (
                <Card key={deal.id} {...{ orgId, deal, people, mayChange, moved }} onMove={moveByKey} />
              ))}
            </ul>
            {items.length === 0 && <p className="quiet">No deal.</p>}
            {nextCursor !== null && size < pageSizes.length - 1 && (
              <Button onClick={() => setSize(size + 1)}>More</Button>
            )}
          </>
        )}
      </AnswerPart>
    </section>
  )
}

type CardProps = Pick<Props, 'orgId' | 'people' | 'mayChange' | 'moved'> & {
  deal: Deal
  onMove: (id: string, stage: Stage) => void
}

function Card({ orgId, deal, people, mayChange, moved, onMove }: CardProps): ReactNode {
  const { id, name, stage, value, ownerId } = deal
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (moved.current?.id !== id || moved.current.stage !== stage) return
    moved.current = undefined
    // A person who is somewhere else by now stays there.
    const { activeElement } = document
    const isHere = activeElement instanceof HTMLAnchorElement && activeElement.href === link.current?.href
    if (isHere || activeElement?.matches('body, main') === true) link.current?.focus()
  }, [id, stage, moved])
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined || !mayChange || !areKeysOn() || event.ctrlKey || event.altKey || event.metaKey)
      return
    const next = stages[stages.indexOf(stage) + step]
    if (next === undefined) return
    event.preventDefault()
    onMove(id, next)
  }
  return (
    <li
      className="deal"
      draggable={mayChange}
      onDragStart={(event) => event.dataTransfer.setData(dealType, id)}
    >
      <Link
        ref={link}
        data-row
        to={`/w/${orgId}/pipeline/${encodeURIComponent(id)}`}
        draggable={false}
        onKeyDown={onKey}
      >
        <Stranger text={readTitle(name)} />
      </Link>
      <span className="quiet">
        {value === null ? 'no value' : formatMoney(value.amount, value.currency)}
        {ownerId !== null && (
          <>
            {', '}
            <Stranger text={cut(nameOf(people, ownerId, 'someone else'))} />
          </>
        )}
      </span>
    </li>
  )
}
