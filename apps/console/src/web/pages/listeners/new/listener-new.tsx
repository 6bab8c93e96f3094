import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Form } from '../../../parts/form/form.tsx'
import { Refusal } from '../../../parts/form/refusal.tsx'
import { AdminOnly } from '../../../parts/page/admin-only.tsx'
import { CommandLine } from '../../../parts/page/command-line.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { useMay } from '../../../shell/session.tsx'
import { createCommand, editCommand } from '../draft/listener-command.ts'
import {
  bodyOf,
  draftOfPlan,
  emptyDraft,
  type ListenerDraft,
  linesOf,
  withoutEmptyRows,
} from '../draft/listener-draft.ts'
import { type WordAct, withoutWord } from '../draft/without-word.ts'
import { WhatFields } from '../fields/what-fields.tsx'
import { WhenFields } from '../fields/when-fields.tsx'
import { WhereFields } from '../fields/where-fields.tsx'
import { FirstTry } from './first-try.tsx'
import { noSite, PlanFromWebsite } from './plan-from-website.tsx'
import { Steps } from './steps.tsx'

/** Creates a listener in four steps. From the second on it exists and is paused, so that it can be tried. */
export function NewListenerPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const [step, setStep] = useState(0)
  const [draft, setDraft] = useState<ListenerDraft>(emptyDraft)
  const [site, setSite] = useState(noSite)
  const [hasPlan, setHasPlan] = useState(false)
  const [listenerId, setListenerId] = useState<string>()
  const create = useWrite('POST /console/api/w/{orgId}/listeners')
  const edit = useWrite('PATCH /console/api/w/{orgId}/listeners/{id}')
  const change = useWrite('POST /console/api/w/{orgId}/listeners/{id}/switch')
  if (!useMay('admin')) {
    return (
      <Page title="New listener" lead={<Link to={`/w/${orgId}/listeners`}>All listeners</Link>}>
        <AdminOnly does="creates listeners">{null}</AdminOnly>
      </Page>
    )
  }

  const save = (then: (id: string) => void): void => {
    const filled = withoutEmptyRows(draft)
    setDraft(filled)
    const body = bodyOf(filled)
    if (listenerId === undefined) {
      const onSuccess = (created: { listenerId: string }): void => {
        setListenerId(created.listenerId)
        then(created.listenerId)
      }
      create.mutate({ params: { orgId }, body: { ...body, isPaused: true } }, { onSuccess })
    } else edit.mutate({ params: { orgId, id: listenerId }, body }, { onSuccess: () => then(listenerId) })
  }
  const takeOut = (act: WordAct, keyword: string, then: () => void): void => {
    const words = { keywords: linesOf(draft.keywords), exclusions: linesOf(draft.exclusions) }
    const { keywords, exclusions } = withoutWord(words, act, keyword)
    const changed = { ...draft, keywords: keywords.join('\n'), exclusions: exclusions.join('\n') }
    const onSuccess = (): void => {
      setDraft(changed)
      then()
    }
    edit.mutate({ params: { orgId, id: listenerId ?? '' }, body: bodyOf(changed) }, { onSuccess })
  }
  const open = (id: string): void => void navigate({ to: `/w/${orgId}/listeners/${id}`, ignoreBlocker: true })
  const start = (id: string): void =>
    change.mutate({ params: { orgId, id }, body: { paused: false } }, { onSuccess: () => open(id) })
  const saving = listenerId === undefined ? create : edit
  const isBusy = saving.isPending || change.isPending
  const line =
    listenerId === undefined ? createCommand(orgId, bodyOf(draft)) : editCommand(listenerId, bodyOf(draft))
  return (
    <Page title="New listener" lead={<Link to={`/w/${orgId}/listeners`}>All listeners</Link>}>
      <Steps at={step} />
      {step === 0 && (
        <PlanFromWebsite
          orgId={orgId}
          site={site}
          onChange={setSite}
          onPlan={(plan, { companyName }) => {
            setDraft(draftOfPlan({ ...draft, name: draft.name === '' ? companyName : draft.name }, plan))
            setHasPlan(true)
            setStep(1)
          }}
          onSkip={() => setStep(1)}
        />
      )}
      {step === 1 && (
        <Form
          write={saving}
          onSubmit={() => save(() => setStep(2))}
          className="card stack plan"
          isFilled={hasPlan}
        >
          <WhatFields draft={draft} onChange={setDraft} />
          <WhereFields orgId={orgId} draft={draft} onChange={setDraft} />
          <Refusal error={saving.error} what="The plan was not saved." />
          <p className="links">
            <Button type="submit" look="primary" disabled={isBusy}>
              Save, and see what it finds
            </Button>
            {listenerId === undefined && <Button onClick={() => setStep(0)}>Back</Button>}
          </p>
          <CommandLine text={line} />
        </Form>
      )}
      {step === 2 && listenerId !== undefined && (
        <section className="card stack" aria-label="What it finds now">
          <FirstTry {...{ orgId, id: listenerId }} keywords={linesOf(draft.keywords)} onWord={takeOut} />
          <Refusal error={edit.error} what="The plan was not changed." />
          <p className="links">
            <Button look="primary" onClick={() => setStep(3)}>
              Continue
            </Button>
            <Button onClick={() => setStep(1)}>Change the plan</Button>
          </p>
        </section>
      )}
      {step === 3 && (
        <Form write={saving} onSubmit={() => save(start)} className="card stack plan">
          <WhenFields draft={draft} onChange={setDraft} />
          <Refusal error={saving.error ?? change.error} what="The listener was not started." />
          <p className="links">
            <Button type="submit" look="primary" disabled={isBusy}>
              Start it
            </Button>
            <Button disabled={isBusy} onClick={() => save(open)}>
              Leave it paused
            </Button>
            <Button onClick={() => setStep(2)}>Back</Button>
          </p>
          <CommandLine text={line} />
        </Form>
      )}
    </Page>
  )
}
