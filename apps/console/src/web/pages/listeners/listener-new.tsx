import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { Form } from '../../parts/form/form.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { useMay } from '../../shell/session.tsx'
import { createCommand } from './draft/listener-command.ts'
import { bodyOf, draftOfPlan, emptyDraft, type ListenerDraft } from './draft/listener-draft.ts'
import { ListenerFields } from './listener-fields.tsx'
import { PlanFromWebsite } from './plan-from-website.tsx'

/** Creates a listener: a plan, from a website or by hand, then a try, then runs. */
export function NewListenerPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const [draft, setDraft] = useState<ListenerDraft>(emptyDraft)
  const [hasPlan, setHasPlan] = useState(false)
  const create = useWrite('POST /console/api/w/{orgId}/listeners')
  const mayCreate = useMay('admin')
  const save = (isPaused: boolean): void =>
    create.mutate(
      { params: { orgId }, body: { ...bodyOf(draft), isPaused } },
      { onSuccess: ({ listenerId }) => void navigate({ to: `/w/${orgId}/listeners/${listenerId}` }) },
    )
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
              setHasPlan(true)
            }}
          />
          <Form write={create} onSubmit={() => save(true)} className="card stack plan" isFilled={hasPlan}>
            <h2>Its plan</h2>
            <ListenerFields draft={draft} onChange={setDraft} />
            <Refusal error={create.error} what="The listener was not created." />
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
            <CommandLine text={createCommand(orgId, bodyOf(draft))} />
          </Form>
        </>
      )}
    </Page>
  )
}
