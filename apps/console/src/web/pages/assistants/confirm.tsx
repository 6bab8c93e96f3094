import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/form/button.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { FullMoment } from '../../parts/values/moment.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'

type Change = AnswerOf<'GET /console/api/w/{orgId}/assistant-confirmations/{confirmationId}'>
type Fact = Change['facts'][number]

const sectionOf = { signal: 'signals', account: 'accounts', deal: 'pipeline', list: 'lists' } as const

/** Where the person of an assistant decides on one change. */
export function ConfirmPage(): ReactNode {
  const { orgId = '', id = '' } = useParams({ strict: false })
  const change = useRead('GET /console/api/w/{orgId}/assistant-confirmations/{confirmationId}', {
    params: { orgId, confirmationId: id },
  })
  return (
    <Page title="Allow a change" lead={<Link to={`/w/${orgId}/assistants`}>All assistants</Link>}>
      <Answer of={change} what="the change">
        {(shown) => <Decision orgId={orgId} id={id} change={shown} />}
      </Answer>
    </Page>
  )
}

function Decision({ orgId, id, change }: { orgId: string; id: string; change: Change }): ReactNode {
  const { client, title, reason, facts, endsAt, decision } = change
  const decide = useWrite('POST /console/api/w/{orgId}/assistant-confirmations/{confirmationId}')
  const answer = (said: 'allow' | 'deny'): void =>
    decide.mutate({ params: { orgId, confirmationId: id }, body: { decision: said } })
  return (
    <div className="stack">
      <p>
        <strong>
          <Stranger text={client.name} />
        </strong>
        , your assistant, wants to do this in your name. {reason}
      </p>
      <h2>{title}</h2>
      <Facts
        items={[
          ...facts.map((fact) => [fact.label, <Value key={fact.label} orgId={orgId} fact={fact} />] as const),
          [
            'Host of the assistant',
            client.host === null ? 'unverified' : <Stranger key="host" text={client.host} />,
          ],
          [
            decision === 'allow' ? 'The yes holds until' : 'Decide until',
            <FullMoment key="until" at={endsAt} mayBeAhead />,
          ],
        ]}
      />
      {decision === null ? (
        <>
          <p className="hint">
            Posts of strangers can mislead an assistant. Allow this only if it is what you want; nothing has
            changed yet.
          </p>
          <Refusal error={decide.error} what="Nothing was decided." />
          <div className="acts">
            <Button look="primary" disabled={decide.isPending} onClick={() => answer('allow')}>
              Allow this change
            </Button>
            <Button disabled={decide.isPending} onClick={() => answer('deny')}>
              Deny this change
            </Button>
          </div>
        </>
      ) : (
        <p role="status" className="banner">
          {decision === 'allow'
            ? 'Allowed, once. Tell the assistant to go on: it makes the same call again.'
            : 'Denied. Nothing has changed.'}
        </p>
      )}
    </div>
  )
}

function Value({ orgId, fact: { text, record } }: { orgId: string; fact: Fact }): ReactNode {
  if (record === undefined) return <Stranger text={text} />
  return (
    <Link to={`/w/${orgId}/${sectionOf[record.type]}/${encodeURIComponent(record.id)}`}>
      <Stranger text={text} />
    </Link>
  )
}
