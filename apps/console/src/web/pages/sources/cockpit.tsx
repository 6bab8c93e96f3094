import { type ReactNode, useState } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { lastHours, ShareBars } from '../../parts/data/share-bars.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Sentence } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { EndSecret } from './end-secret.tsx'

type Secrets = AnswerOf<'GET /console/api/w/{orgId}/sources/{id}/secrets'>
type Secret = Secrets['items'][number]

/** Which secrets verify requests, how far a rotation has come, and whether an old secret may go. */
export function Cockpit({ orgId, sourceId }: { orgId: string; sourceId: string }): ReactNode {
  const secrets = useRead(
    'GET /console/api/w/{orgId}/sources/{id}/secrets',
    { params: { orgId, id: sourceId } },
    { topics: ['sources', 'deliveries', 'audit'] },
  )
  const [ending, setEnding] = useState<Secret>()
  const mayEnd = useMay('admin')
  return (
    <section className="card" aria-labelledby="secrets">
      <h2 id="secrets">Secrets</h2>
      <Answer of={secrets} what="the secrets">
        {({ items, hours, steps }) => (
          <div className="stack">
            <Steps steps={steps} />
            {items.map((secret) => (
              <article key={secret.secretId} className="held-secret" aria-label={`Secret ${secret.secretId}`}>
                <header className="secret-head">
                  <h3>Secret {secret.secretId}</h3>
                  <Status value={secret.verdict} />
                  {mayEnd && secret.verdict !== 'ended' && (
                    <Button onClick={() => setEnding(secret)}>End</Button>
                  )}
                </header>
                <p>
                  <Sentence text={secret.words} />
                </p>
                <Shares secretId={secret.secretId} hours={hours} />
                <p className="quiet secret-facts">
                  <span>
                    Created <Moment at={secret.createdAt} />
                  </span>
                  <span>
                    {secret.endsAt === null ? (
                      'No end is set'
                    ) : (
                      <>
                        Ends <Moment at={secret.endsAt} mayBeAhead />
                      </>
                    )}
                  </span>
                  <span>
                    Last used <Moment at={secret.lastUsedAt} />
                  </span>
                  <span>
                    {percent(secret.share['1h'])} of the last hour, {percent(secret.share['24h'])} of 24 hours
                  </span>
                </p>
              </article>
            ))}
            <CommandLine text={command(['source', 'secrets', sourceId])} />
          </div>
        )}
      </Answer>
      {ending !== undefined && (
        <EndSecret orgId={orgId} sourceId={sourceId} secret={ending} onClose={() => setEnding(undefined)} />
      )}
    </section>
  )
}

const titles: Record<Secrets['steps'][number]['step'], string> = {
  made: 'New secret made',
  handed_over: 'Handed over',
  first_use: 'First use seen',
  below_one_percent: 'Old one below 1 %',
  silent: 'Old one silent for 24 hours: safe to revoke',
  revoked: 'Old one ended',
}

function Steps({ steps }: { steps: Secrets['steps'] }): ReactNode {
  if (steps.length === 0) return null
  const present = steps.findIndex(({ isDone }) => !isDone)
  return (
    <ol className="steps" aria-label="Rotation">
      {steps.map(({ step, isDone }, index) => (
        <li
          key={step}
          data-state={isDone ? 'done' : index === present ? 'present' : 'later'}
          {...(index === present && { 'aria-current': 'step' as const })}
        >
          {titles[step]}
          <span className="visually-hidden">{isDone ? ' (done)' : ' (not yet)'}</span>
        </li>
      ))}
    </ol>
  )
}

const shownHours = 48

function Shares({ secretId, hours }: { secretId: string; hours: Secrets['hours'] }): ReactNode {
  const bars = lastHours(shownHours, Date.now()).map((at) => {
    const ofHour = hours.filter(({ hour }) => hour === at)
    const all = ofHour.reduce((sum, { uses }) => sum + uses, 0)
    const own = ofHour.find((used) => used.secretId === secretId)?.uses ?? 0
    return { at, parts: [{ name: 'with this secret', count: all === 0 ? 0 : own / all, tone: 'info' }] }
  })
  return (
    <ShareBars
      caption={`Share of the verified requests that came with secret ${secretId}, by hour`}
      bars={bars}
      full={1}
      describe={percent}
    />
  )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`
}
