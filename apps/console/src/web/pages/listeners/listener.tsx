import { labelOfMember, namePlatform } from '@signalpost/domain/text'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/use-read.ts'
import { format } from '../../parts/data/sum-bar.tsx'
import { Table } from '../../parts/data/table.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { FullMoment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { WithCode } from '../../parts/values/with-code.tsx'
import { command } from '../../text/command.ts'
import { CostsOfListener } from './costs.tsx'
import { modes, nameChoice, objectives, sensitivities } from './draft/choices.ts'
import { Bar } from './learning/bar.tsx'
import { Weights } from './learning/weights.tsx'
import { ListenerActs } from './listener-acts.tsx'
import { Finds, ReadByDay, Searches } from './listener-work.tsx'
import { usefulShare } from './useful-share.ts'

export function ListenerPage(): ReactNode {
  const { orgId = '', id = '' } = useParams({ strict: false })
  const listener = useRead(
    'GET /console/api/w/{orgId}/listeners/{id}',
    { params: { orgId, id } },
    { topics: ['signals', 'audit'] },
  )
  return (
    <Page
      title={listener.data === undefined ? `Listener ${id}` : listener.data.name}
      lead={<Link to={`/w/${orgId}/listeners`}>All listeners</Link>}
      acts={listener.data && <ListenerActs orgId={orgId} listener={listener.data} />}
    >
      <Answer of={listener} what="the listener">
        {({ scheduler, schedule, keywords, exclusions, queries, profile, own, ...about }) => (
          <>
            {own?.hasSchedule === false && <NoSchedule />}
            <section className="card">
              <Facts
                items={[
                  ['Goal', <Stranger key="goal" text={nameChoice(objectives, about.objective)} />],
                  ['It finds', <Stranger key="finds" text={nameChoice(modes, about.mode)} />],
                  ['It keeps', <Stranger key="keeps" text={nameChoice(sensitivities, about.sensitivity)} />],
                  ['Made', own === null ? 'by an outside sender' : 'here'],
                  ['Listener', <Copyable key="id" text={about.id} label="the id of the listener" />],
                  ['Signals', format(about.signalCount)],
                  ['Last found', <FullMoment key="found" at={about.lastFoundAt} />],
                  ['Useful', `${usefulShare(about)} (newest 200 signals)`],
                  ['Scheduler', <Status key="state" value={scheduler.state} />],
                  [
                    'Runs',
                    schedule === null ? (
                      'on no schedule'
                    ) : (
                      <Stranger key="runs" text={scheduleOf(schedule)} />
                    ),
                  ],
                  ['Last run', <FullMoment key="run" at={scheduler.lastRunAt} />],
                  ['Next run', <FullMoment key="next" at={scheduler.nextRunAt} isNext />],
                  [
                    'Last error',
                    scheduler.lastError === null ? (
                      'none'
                    ) : (
                      <WithCode key="error" text={scheduler.lastError} />
                    ),
                  ],
                  ['Created', <FullMoment key="created" at={about.createdAt} />],
                ]}
              />
              <p className="links">
                <Link to={`/w/${orgId}/signals?listenerId=${encodeURIComponent(about.id)}`}>Its signals</Link>
              </p>
            </section>
            <section className="card">
              <Facts
                items={[
                  ['Keywords', <Stranger key="keywords" text={textOf(keywords)} />],
                  ['Exclusions', <Stranger key="exclusions" text={textOf(exclusions)} />],
                  ...Object.entries(profile).map(
                    ([name, texts]) =>
                      [labelOfMember(name), <Stranger key={name} text={textOf(texts)} />] as const,
                  ),
                ]}
              />
            </section>
            {own !== null && listener.data !== undefined && (
              <>
                <ReadByDay hours={own.hours} />
                <Searches searches={own.searches} />
                <CostsOfListener costs={own.costs} />
                <Bar orgId={orgId} id={about.id} />
                <Weights orgId={orgId} listener={listener.data} />
                <Finds orgId={orgId} id={about.id} counts={own.finds} />
              </>
            )}
            {own === null && queries.length > 0 && (
              <Table
                caption="What it asks platforms"
                rows={queries}
                keyOf={({ source, query }) => `${source} ${query}`}
                columns={[
                  { title: 'Platform', cell: ({ source }) => namePlatform(source) },
                  { title: 'Query', isWide: true, cell: ({ query }) => <Stranger text={query} /> },
                ]}
              />
            )}
            <CommandLine text={command(['listener', 'show', about.id], { workspace: orgId })} />
          </>
        )}
      </Answer>
    </Page>
  )
}

/** An event may have brought it. */
function NoSchedule(): ReactNode {
  return (
    <p className="failure" role="status">
      <strong>Its schedule cannot be read, so it runs about once an hour.</strong> Edit it and choose when it
      runs.
    </p>
  )
}

function scheduleOf(schedule: { everyMinutes: number } | { cron: string; timezone: string }): string {
  if ('everyMinutes' in schedule) return `every ${schedule.everyMinutes} min`
  return `${schedule.cron} (${schedule.timezone})`
}

function textOf(texts: readonly string[]): string {
  return texts.length === 0 ? 'none' : texts.join(', ')
}
