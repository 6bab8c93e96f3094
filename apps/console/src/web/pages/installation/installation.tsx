import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { Table } from '../../parts/data/table.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Sentence, Stranger } from '../../parts/values/stranger.tsx'

type Installation = AnswerOf<'GET /console/api/installation'>

const refreshMs = 5_000

export function InstallationPage(): ReactNode {
  const installation = useRead('GET /console/api/installation', {}, { everyMs: refreshMs })
  const { error } = installation
  if (error instanceof ApiError && error.code === 'forbidden') {
    return (
      <Page title="Installation">
        <Empty title="Operators see the installation">
          <p>Ask another operator to invite you as one, or use the command line.</p>
        </Empty>
      </Page>
    )
  }
  return (
    <Page title="Installation" lead="Every workspace, process and store. Refreshed every 5 seconds.">
      <Answer of={installation} what="the installation">
        {(data) => (
          <div className="stack">
            <Checks checks={data.checks} />
            <Processes processes={data.processes} />
            <Waiting queue={data.queue} daysWithoutPartitions={data.daysWithoutPartitions} />
            <Workspaces workspaces={data.workspaces} />
          </div>
        )}
      </Answer>
      <CommandLine text="./signalpost doctor" />
    </Page>
  )
}

function Checks({ checks }: Pick<Installation, 'checks'>): ReactNode {
  const faults = checks.filter(({ ok }) => !ok).length
  const weak = checks.filter(({ ok, remedy }) => ok && remedy !== null).length
  return (
    <section className="stack">
      <h2>Doctor</h2>
      <p className="quiet" role="status">
        {faults === 0 ? 'All checks of the database pass' : `${faults} of ${checks.length} checks fail`}
        {weak > 0 && `, ${weak} with advice`}. The command below also checks ports, the queue and the
        settings.
      </p>
      <Table
        caption="Checks of the doctor"
        rows={checks}
        keyOf={({ name }) => name}
        columns={[
          { title: 'Check', cell: ({ name }) => name },
          {
            title: 'State',
            cell: ({ ok, remedy }) => <Status value={ok ? (remedy === null ? 'good' : 'weak') : 'bad'} />,
          },
          {
            title: 'Found',
            isWide: true,
            cell: ({ message, remedy }) => (
              <>
                <Sentence text={message} />
                {remedy !== null && <span className="quiet"> {remedy}</span>}
              </>
            ),
          },
        ]}
      />
    </section>
  )
}

function Processes({ processes }: Pick<Installation, 'processes'>): ReactNode {
  const versions = new Set(processes.filter(({ state }) => state === 'running').map(({ version }) => version))
  return (
    <section className="stack">
      <h2>Processes</h2>
      {versions.size > 1 && (
        <p className="quiet">
          Versions {[...versions].join(' and ')} run side by side. That is expected only during an update.
        </p>
      )}
      <Table
        caption="Processes, by name"
        rows={processes}
        keyOf={({ processId }) => processId}
        columns={[
          { title: 'Process', cell: ({ name }) => name },
          { title: 'State', cell: ({ state }) => <Status value={state} /> },
          { title: 'Version', isMinor: true, cell: ({ version }) => version },
          {
            title: 'Host',
            isMinor: true,
            isWide: true,
            cell: ({ host, pid }) => <Stranger text={`${host}, ${pid}`} />,
          },
          {
            title: 'Started',
            isMinor: true,
            align: 'end',
            cell: ({ startedAt }) => <Moment at={startedAt} />,
          },
          { title: 'Last seen', align: 'end', cell: ({ seenAt }) => <Moment at={seenAt} /> },
        ]}
      />
    </section>
  )
}

function Waiting({
  queue: { queued, oldestQueuedSeconds, dead, dueMessages, pendingChanges, changesSetAside },
  daysWithoutPartitions,
}: Pick<Installation, 'queue' | 'daysWithoutPartitions'>): ReactNode {
  return (
    <section className="card">
      <h2>Queue and partitions</h2>
      <Facts
        items={[
          [
            'Deliveries to apply',
            queued === 0 ? '0' : `${queued}, the first for ${Math.round(oldestQueuedSeconds)} s`,
          ],
          ['Dead letters', String(dead)],
          ['Messages due', String(dueMessages)],
          ['Changes to evaluate', String(pendingChanges)],
          [
            'Changes set aside',
            changesSetAside === 0 ? '0' : `${changesSetAside}: the log of the worker says why`,
          ],
          [
            'Partitions',
            daysWithoutPartitions.length === 0
              ? 'there for the next 7 days'
              : `none for ${daysWithoutPartitions.join(', ')}`,
          ],
        ]}
      />
      <p className="quiet">
        Requests for sources that do not exist are counted by the metric{' '}
        <code>signalpost_requests_refused_total</code> of the intake.
      </p>
    </section>
  )
}

function Workspaces({ workspaces }: Pick<Installation, 'workspaces'>): ReactNode {
  return (
    <section className="stack">
      <h2>Workspaces</h2>
      <Table
        caption="Workspaces"
        rows={workspaces}
        keyOf={({ orgId }) => orgId}
        columns={[
          { title: 'Name', isWide: true, cell: ({ name }) => <Stranger text={name} /> },
          {
            title: 'Id',
            cell: ({ orgId }) => <Link to={`/w/${orgId}/overview`}>{orgId}</Link>,
          },
          { title: 'Plan', isMinor: true, cell: ({ plan }) => <Stranger text={plan} /> },
        ]}
      />
    </section>
  )
}
