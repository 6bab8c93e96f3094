import type { ReactNode } from 'react'
import type { Answer, CallInput } from '../../../api/call.ts'
import { useWrite } from '../../../api/use-write.ts'
import { SelectField, TextField } from '../../../parts/controls/field.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { Form } from '../../../parts/form/form.tsx'
import { Refusal } from '../../../parts/form/refusal.tsx'
import { objectives } from '../draft/choices.ts'

const operation = 'POST /console/api/w/{orgId}/listener-plans'
type Plan = Answer<typeof operation>['plan']
type From = NonNullable<CallInput<typeof operation>['body']>

/** What is said of the company, which stays when a person comes back to this step. */
export type Site = { company: string; website: string; objective: string; custom: string }

export const noSite: Site = { company: '', website: '', objective: 'find_customers', custom: '' }

type Props = {
  orgId: string
  site: Site
  onChange: (site: Site) => void
  onPlan: (plan: Plan, from: From) => void
  onSkip: () => void
}

/** Reads the website of a company and proposes a plan, which people then edit. */
export function PlanFromWebsite({ orgId, site, onChange, onPlan, onSkip }: Props): ReactNode {
  const analyse = useWrite(operation)
  const { company, website, objective, custom } = site
  const submit = (): void => {
    const body = {
      ...{ companyName: company, website, objective },
      ...(objective === 'custom' && { customObjective: custom }),
      // The cast: the choices are those of the server.
    } as From
    analyse.mutate({ params: { orgId }, body }, { onSuccess: ({ plan }) => onPlan(plan, body) })
  }
  return (
    <Form write={analyse} onSubmit={submit} className="card stack">
      <p className="quiet">It is read once to propose a plan, which you can edit.</p>
      <TextField
        label="Company"
        path="companyName"
        value={company}
        onChange={(company) => onChange({ ...site, company })}
        placeholder="Acme"
        required
      />
      <TextField
        label="Website"
        path="website"
        value={website}
        onChange={(website) => onChange({ ...site, website })}
        placeholder="https://acme.example"
        required
      />
      <SelectField
        label="Goal"
        path="objective"
        value={objective}
        onChange={(objective) => onChange({ ...site, objective })}
        choices={objectives}
      />
      {objective === 'custom' && (
        <TextField
          label="In your own words"
          path="customObjective"
          value={custom}
          onChange={(custom) => onChange({ ...site, custom })}
          required
        />
      )}
      <Refusal error={analyse.error} what="There is no plan." />
      <p aria-live="polite" className="links">
        <Button type="submit" look="primary" disabled={analyse.isPending}>
          {analyse.isPending ? 'Reading the website…' : 'Propose a plan'}
        </Button>
        <Button disabled={analyse.isPending} onClick={onSkip}>
          Write the plan yourself
        </Button>
        {analyse.isPending && <span className="quiet">This can take up to 50 seconds.</span>}
      </p>
    </Form>
  )
}
