import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { type FirstSteps, useFirstSteps } from '../../api/use-first-steps.ts'
import { Button } from '../../parts/form/button.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { Page } from '../../parts/page/page.tsx'
import { useGuide } from '../../shell/use-guide.ts'
import { AlertStep } from './alert-step.tsx'
import { EventStep } from './event-step.tsx'
import { GuideStep } from './guide-step.tsx'
import { SignalStep } from './signal-step.tsx'
import { SourceStep } from './source-step.tsx'
import { WarehouseStep } from './warehouse-step.tsx'

type Step = FirstSteps['steps'][number]
type CreatedSource = AnswerOf<'POST /console/api/w/{orgId}/sources'>

const titles: Record<Step['step'], string> = {
  source: 'Create a source',
  event: 'Send a first event',
  signal: 'See the signal and its timeline',
  alert: 'Send a test alert',
  warehouse: 'Connect a warehouse',
}

const order = Object.keys(titles)

export function StartPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const first = useFirstSteps(orgId)
  const { next, isFirst, choose } = useGuide(orgId)
  return (
    <Page
      title="Getting started"
      lead="From nothing to a first alert. A step is done once the workspace shows its result."
      acts={
        next !== undefined && (
          <Button onClick={() => choose('hidden', isFirst)}>
            {isFirst ? 'Hide this' : 'Show this first'}
          </Button>
        )
      }
    >
      <Answer of={first} what="the first steps">
        {({ steps }) => <Steps key={orgId} orgId={orgId} steps={steps} />}
      </Answer>
    </Page>
  )
}

function Steps({ orgId, steps }: { orgId: string; steps: FirstSteps['steps'] }): ReactNode {
  const { next } = useGuide(orgId)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [created, setCreated] = useState<CreatedSource>()
  // What is open stays open: a step that is done may show a secret, or hold the focus. Two may be done at once.
  const place = steps.findIndex(({ step }) => step === next)
  const before = useRef(place)
  useEffect(() => {
    const from = Math.min(before.current, place)
    before.current = place
    if (from >= 0) setOpened((known) => new Set([...known, ...order.slice(from, place + 1)]))
  }, [place])

  const idOf = (step: Step['step']): string | undefined =>
    steps.find((one) => one.step === step)?.recordId ?? undefined
  const bodyOf = (step: Step): ReactNode => {
    switch (step.step) {
      case 'source':
        return <SourceStep orgId={orgId} step={step} onCreated={setCreated} />
      case 'event':
        return <EventStep orgId={orgId} step={step} sourceId={idOf('source')} created={created} />
      case 'signal':
        return <SignalStep orgId={orgId} step={step} />
      case 'alert':
        return <AlertStep orgId={orgId} step={step} />
      case 'warehouse':
        return <WarehouseStep orgId={orgId} step={step} />
    }
  }
  return (
    <>
      <Progress steps={steps} next={next} />
      <ol className="guide">
        {steps.map((step, index) => (
          <GuideStep
            key={step.step}
            number={index + 1}
            title={titles[step.step]}
            step={step}
            isNext={step.step === next}
            isOpen={opened.has(step.step)}
            onToggle={(isOpen) =>
              setOpened((before) => {
                const after = new Set(before)
                if (isOpen) after.add(step.step)
                else after.delete(step.step)
                return after
              })
            }
          >
            {bodyOf(step)}
          </GuideStep>
        ))}
      </ol>
      {next === undefined && <WhatNow orgId={orgId} />}
    </>
  )
}

function Progress({
  steps,
  next,
}: {
  steps: FirstSteps['steps']
  next: Step['step'] | undefined
}): ReactNode {
  const done = steps.filter(({ doneAt }) => doneAt !== null).length
  return (
    <div className="guide-progress">
      <p role="status">
        <strong>
          {done} of {steps.length} done.
        </strong>{' '}
        {next === undefined ? 'Everything is set up.' : `Next: ${titles[next]}.`}
      </p>
      <progress aria-label="First steps" value={done} max={steps.length} />
    </div>
  )
}

function WhatNow({ orgId }: { orgId: string }): ReactNode {
  return (
    <section className="card" aria-labelledby="now">
      <h2 id="now">What now?</h2>
      <p>
        <Link to={`/w/${orgId}/rules`}>Rules</Link> decide which signals alert, and preview it over the last 7
        days. <Link to={`/w/${orgId}/people`}>Invite</Link> those who act on them. Programs read them with an{' '}
        <Link to={`/w/${orgId}/keys`}>API key</Link>.
      </p>
    </section>
  )
}
