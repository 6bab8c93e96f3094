import type { ReactNode } from 'react'
import { useRead } from '../../../api/use-read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { format } from '../../../parts/data/sum-bar.tsx'
import { Table } from '../../../parts/data/table.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { Refusal } from '../../../parts/form/refusal.tsx'
import { Answer } from '../../../parts/page/answer.tsx'
import { CommandLine } from '../../../parts/page/command-line.tsx'
import { useMay } from '../../../shell/session.tsx'
import { command } from '../../../text/command.ts'
import type { ListenerBar } from '../listener-type.ts'
import { ScoreBars } from './score-bars.tsx'

type Props = { orgId: string; id: string }

/** A change of many verdicts shows at once; time alone changes little. */
const everyMs = 25_000

/** What it keeps and drops by score, where verdicts are, and which bar would divide them better. */
export function Bar({ orgId, id }: Props): ReactNode {
  const params = { orgId, id }
  const bar = useRead(
    'GET /console/api/w/{orgId}/listeners/{id}/bar',
    { params },
    { topics: ['signals', 'audit'], everyMs },
  )
  return (
    <section className="card" aria-label="The bar">
      <h2>The bar</h2>
      <Answer of={bar} what="the bar">
        {(read) => (
          <div className="stack">
            <p>
              Posts that score <strong>{read.bar}</strong> or more become signals.{' '}
              {read.isChosen ? 'A person chose this bar, and it stays.' : 'The bar moves by itself.'}
            </p>
            <div className="scores">
              <ScoreBars bar={read.bar} tens={read.tens} />
              <Table
                caption="What it kept and dropped by score, of its newest 2,000 posts, and its newest 500 verdicts"
                rows={read.tens.toReversed()}
                keyOf={({ from }) => String(from)}
                columns={[
                  { title: 'Score', cell: ({ from }) => `${from} to ${from === 90 ? 100 : from + 9}` },
                  { title: 'Kept', align: 'end', cell: ({ kept }) => format(kept) },
                  { title: 'Dropped', align: 'end', cell: ({ dropped }) => format(dropped) },
                  { title: 'Good', align: 'end', cell: ({ good }) => format(good) },
                  { title: 'Bad', align: 'end', cell: ({ bad }) => format(bad) },
                ]}
              />
            </div>
            <Advice params={params} read={read} />
          </div>
        )}
      </Answer>
    </section>
  )
}

function Advice({ params, read }: { params: { orgId: string; id: string }; read: ListenerBar }): ReactNode {
  const change = useWrite('POST /console/api/w/{orgId}/listeners/{id}/bar')
  const mayChange = useMay('admin')
  const { bar, isChosen, advice } = read
  const { proposal } = advice
  const setBar = (to: number | null): void => change.mutate({ params, body: { bar: to } })
  return (
    <div className="stack">
      <p>{adviceText(bar, advice)}</p>
      {mayChange && (proposal !== null || isChosen) && (
        <>
          <p className="links">
            {proposal !== null && (
              <Button look="primary" disabled={change.isPending} onClick={() => setBar(proposal.bar)}>
                Set the bar to {proposal.bar}
              </Button>
            )}
            {isChosen && (
              <Button disabled={change.isPending} onClick={() => setBar(null)}>
                Let it move by itself
              </Button>
            )}
          </p>
          <CommandLine text={command(['listener', 'set-bar', params.id, String(proposal?.bar ?? 'auto')])} />
        </>
      )}
      <Refusal error={change.error} what="The bar was not changed." />
    </div>
  )
}

function adviceText(bar: number, { good, bad, now, missing, proposal }: ListenerBar['advice']): string {
  const needed = [
    missing.good > 0 ? `${missing.good} more good` : [],
    missing.bad > 0 ? `${missing.bad} more bad` : [],
  ].flat()
  if (needed.length > 0) {
    return `It takes five good and five bad verdicts to propose a bar: with fewer, one click would decide. Give ${needed.join(' and ')}.`
  }
  const shares = (one: typeof now): string =>
    `${format(one.good)} of ${format(good)} good ones and ${format(one.bad)} of ${format(bad)} bad ones`
  if (proposal === null) {
    return `Your bar is ${bar} and keeps ${shares(now)}. No other bar would divide them better.`
  }
  return `At ${proposal.bar} you would have kept ${shares(proposal)}. Your bar is ${bar}: it keeps ${shares(now)}.`
}
