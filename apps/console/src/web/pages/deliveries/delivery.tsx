import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useSourceNames } from '../../api/use-source-names.ts'
import { useWrite } from '../../api/use-write.ts'
import { JobProgress } from '../../parts/data/job-progress.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { FullMoment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { nameOf } from '../../text/name-of.ts'
import { CompareContents } from './compare-contents.tsx'
import { RawBody } from './delivery-body.tsx'

type Delivery = AnswerOf<'GET /console/api/w/{orgId}/deliveries/{id}'>

export function DeliveryPage(): ReactNode {
  const { orgId = '', id = '' } = useParams({ strict: false })
  const delivery = useRead(
    'GET /console/api/w/{orgId}/deliveries/{id}',
    { params: { orgId, id } },
    { topics: ['deliveries', 'jobs'] },
  )
  return (
    <Page
      title={`Delivery ${id}`}
      lead={<Link to={`/w/${orgId}/deliveries`}>All deliveries</Link>}
      acts={delivery.data && <Acts orgId={orgId} delivery={delivery.data} />}
    >
      <Answer of={delivery} what="the delivery">
        {(data) => (
          <>
            <Outcome delivery={data} />
            <Details orgId={orgId} delivery={data} />
            {data.firstDeliveryId !== null && (
              <CompareContents
                orgId={orgId}
                status={data.status}
                deliveryId={id}
                index={data.index}
                firstDeliveryId={data.firstDeliveryId}
              />
            )}
            <RawBody orgId={orgId} deliveryId={id} />
            <CommandLine text={command(['delivery', 'show', id])} />
          </>
        )}
      </Answer>
    </Page>
  )
}

const meanings: Record<Delivery['status'], string> = {
  queued: 'It is stored and waits to be applied.',
  applied: 'It was applied to the records that it names.',
  duplicate: 'The same event was applied before. It changed nothing.',
  conflict:
    'Different content was applied earlier under the same event id. That content stays; this delivery changed nothing.',
  ignored: 'It was stored but changed nothing: its type is not one that is applied, or it was discarded.',
  dead: 'It could not be applied. It is kept until it is replayed or discarded.',
}

function Outcome({ delivery: { status, error, issues } }: { delivery: Delivery }): ReactNode {
  return (
    <section className="card">
      <p>
        <Status value={status} /> {meanings[status]}
      </p>
      {error !== null && (
        <p className="error-text">
          <Stranger text={error} />
        </p>
      )}
      {issues !== null && issues.length > 0 && (
        <ul className="issues" aria-label="What is wrong with it">
          {issues.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code>{path || 'the event'}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Details({ orgId, delivery }: { orgId: string; delivery: Delivery }): ReactNode {
  const sources = useSourceNames(orgId)
  const {
    sourceId,
    eventId,
    type,
    receivedAt,
    settledAt,
    attempts,
    index,
    sha256,
    traceId,
    deliveryId,
    signalId,
    batchId,
  } = delivery
  return (
    <section className="card">
      <h2>Facts</h2>
      <Facts
        items={[
          ['Event', <Stranger key="event" text={eventId} />],
          ['Type', <Stranger key="type" text={type ?? 'not our envelope'} />],
          [
            'Source',
            <Link key="source" to={`/w/${orgId}/sources/${sourceId}`}>
              <Stranger text={nameOf(sources, sourceId, 'a deleted source')} />
            </Link>,
          ],
          ...(signalId === null
            ? []
            : [['Signal', <TimelineLink key="signal" orgId={orgId} signalId={signalId} />] as const]),
          ['Received', <FullMoment key="received" at={receivedAt} />],
          ['Settled', <FullMoment key="settled" at={settledAt} />],
          ['Attempts', attempts],
          ['Place in its request', index + 1],
          [
            'Batch',
            <Link key="batch" to={`/w/${orgId}/deliveries?batch=${batchId}`}>
              {batchId}
            </Link>,
          ],
          ['Delivery', <Copyable key="id" text={deliveryId} label="the id of the delivery" />],
          ['SHA-256 of the request', <Copyable key="sha" text={sha256} label="the hash" />],
          ['Trace', <Copyable key="trace" text={traceId} label="the trace id" />],
        ]}
      />
    </section>
  )
}

function TimelineLink({ orgId, signalId }: { orgId: string; signalId: string }): ReactNode {
  return (
    <Link to={`/w/${orgId}/signals/${encodeURIComponent(signalId)}/timeline`}>Timeline of the signal</Link>
  )
}

function Acts({ orgId, delivery: { deliveryId, status } }: { orgId: string; delivery: Delivery }): ReactNode {
  const replay = useWrite('POST /console/api/w/{orgId}/deliveries/replay')
  const discard = useWrite('POST /console/api/w/{orgId}/deliveries/discard')
  const [jobId, setJobId] = useState<string>()
  const mayReplay = useMay('member') && ['dead', 'ignored', 'applied'].includes(status)
  const mayDiscard = useMay('admin') && (status === 'dead' || status === 'queued')
  const input = { params: { orgId }, body: { ids: [deliveryId] } }
  const error = replay.error ?? discard.error
  return (
    <>
      {mayReplay && (
        <Button
          disabled={replay.isPending}
          onClick={() => replay.mutate(input, { onSuccess: (job) => setJobId(job.jobId) })}
        >
          Replay
        </Button>
      )}
      {mayDiscard && (
        <Button
          look="danger"
          disabled={discard.isPending}
          onClick={() => discard.mutate(input, { onSuccess: (job) => setJobId(job.jobId) })}
        >
          Discard
        </Button>
      )}
      <Refusal error={error} what="Nothing was started." />
      {jobId !== undefined && <JobProgress orgId={orgId} jobId={jobId} />}
    </>
  )
}
