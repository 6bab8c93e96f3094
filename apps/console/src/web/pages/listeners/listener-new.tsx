import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { Failure } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { bodyOf, draftOfPlan, emptyDraft, type ListenerDraft } from './listener-draft.ts'
import { ListenerFields } from './listener-fields.tsx'
import { PlanFromWebsite } from './plan-from-website.tsx'

/** Creates a listener: a plan, from a website or by hand, then a try, then runs. */
export function NewListenerPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const [draft, setDraft] = useState<ListenerDraft>(emptyDraft)
  const [website, setWebsite] = useState('')
  const create = useWrite('POST /console/api/w/{orgId}/listeners')
  const mayCreate = useMay('admin')
  const save = (isPaused: boolean): void =>
    create.mutate(
      { params: { orgId }, body: { ...bodyOf(draft), isPaused } },
      { onSuccess: ({ listenerId }) => void navigate({ to: `/w/${orgId}/listeners/${listenerId}` }) },
    )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save(true)
  }
  return (
    <Page title="New listener" lead={<Link to={`/w/${orgId}/listeners`}>All listeners</Link>}>
      {!mayCreate && <p>Only admins create listeners.</p>}
      {mayCreate && (
        <>
          <PlanFromWebsite
            orgId={orgId}
            companyName={draft.name}
            onPlan={(plan, from) => {
              setDraft(
                draftOfPlan({ ...draft, name: draft.name === '' ? from.companyName : draft.name }, plan),
              )
              setWebsite(from.website)
            }}
          />
          <form className="card stack plan" onSubmit={submit}>
            <h2>Its plan</h2>
            <ListenerFields draft={draft} onChange={setDraft} />
            {create.error !== null && <Failure error={create.error} what="the listener" />}
            <p className="links">
              <button type="submit" className="button primary" disabled={create.isPending}>
                Save, and try it first
              </button>
              <button
                type="button"
                className="button"
                disabled={create.isPending}
                onClick={() => save(false)}
              >
                Save and run
              </button>
            </p>
            <CommandLine
              text={command(['listener', 'create'], {
                workspace: orgId,
                name: draft.name || 'NAME',
                ...(website === '' ? { plan: 'plan.json' } : { website, objective: draft.objective }),
                every: `${draft.everyMinutes}m`,
              })}
            />
          </form>
        </>
      )}
    </Page>
  )
}
