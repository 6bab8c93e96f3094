import { type ReactNode, useState } from 'react'
import { isUnauthorized } from '../../api/api-error.ts'
import type { Answer } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { GroupFault } from '../../parts/controls/check-field.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useSession } from '../../shell/session.tsx'
import { type Scope, scopeWords } from '../../text/scope-words.ts'

type Request = Answer<'GET /console/api/authorizations/{id}'>
type Workspace = Request['workspaces'][number]

/** What a client asks for, and the two answers to it. Reads are ticked, writes are for the person to tick. */
export function Consent({
  id,
  request,
  onLoggedOut,
}: {
  id: string
  request: Request
  /** A session may end before the person decides. */
  onLoggedOut: () => void
}): ReactNode {
  const { client, scopes, reads, workspaces } = request
  const { person } = useSession()
  const allow = useWrite('POST /console/api/authorizations/{id}/allow')
  const deny = useWrite('POST /console/api/authorizations/{id}/deny')
  const [orgId, setOrgId] = useState(workspaces.find(({ isOff }) => !isOff)?.orgId ?? '')
  const [chosen, setChosen] = useState(reads)
  const workspace = workspaces.find((one) => one.orgId === orgId)
  const granted = chosen.filter((scope) => workspace?.mayGrant.includes(scope))
  const name = <Stranger text={client.name} />
  if (allow.isSuccess || deny.isSuccess) return <p role="status">Returning to {name}…</p>

  const going = {
    onSuccess: ({ url }: { url: string }) => goTo(url),
    onError: (error: Error) => {
      if (isUnauthorized(error)) onLoggedOut()
    },
  }
  const submit = (): void => allow.mutate({ params: { id }, body: { orgId, scopes: granted } }, going)
  const toggle = (scope: Scope): void =>
    setChosen(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope])
  return (
    <Form write={allow} onSubmit={submit}>
      <p>
        <strong>{name}</strong> asks to act as{' '}
        <strong>
          <Stranger text={person.name ?? person.email ?? 'you'} />
        </strong>
        .
      </p>
      <Facts
        items={[
          ['Its host', client.host === null ? 'unverified' : <Stranger key="host" text={client.host} />],
          ['Sends you back to', <Stranger key="to" text={client.returnsTo} />],
          ['Lasts', '90 days, until you or an admin ends it'],
        ]}
      />
      <Warning client={client} />
      {workspaces.length === 0 ? (
        <p>
          You are not a member of any workspace, so there is nothing to grant. Ask an admin to invite you.
        </p>
      ) : (
        <>
          <Workspaces workspaces={workspaces} orgId={orgId} onChange={setOrgId} />
          <fieldset className="choices">
            <legend>It may</legend>
            {scopes.map((scope) => (
              <ScopeBox
                key={scope}
                scope={scope}
                isChecked={granted.includes(scope)}
                isAllowed={workspace?.mayGrant.includes(scope) ?? false}
                onToggle={() => toggle(scope)}
              />
            ))}
            <GroupFault path="scopes" />
          </fieldset>
          <p className="hint">
            It reads what you may read, including posts by strangers. It changes only what you tick, in your
            name, and the audit log names it. It never does what only admins may do, and never sees another
            workspace.
          </p>
        </>
      )}
      <Refusal error={allow.error ?? deny.error} what="Nothing was decided." />
      <div className="acts">
        <Button
          type="submit"
          look="primary"
          disabled={granted.length === 0 || allow.isPending || deny.isPending}
        >
          Allow access
        </Button>
        <Button
          disabled={allow.isPending || deny.isPending}
          onClick={() => deny.mutate({ params: { id } }, going)}
        >
          Deny access
        </Button>
      </div>
      <p className="quiet">
        If you did not just connect an application, deny. A decision counts only in the browser that began the
        request.
      </p>
    </Form>
  )
}

function Warning({ client: { host, returnsBy } }: { client: Request['client'] }): ReactNode {
  if (returnsBy === 'web' && host !== null) return null
  return (
    <p className="banner">
      {returnsBy === 'loopback' && 'A program on this computer gets the access. '}
      {returnsBy === 'app' && 'An app on this device gets the access: any app can claim this address. '}
      {host === null && 'The application chose its name itself, and nothing verifies it. '}
      Continue only if you started it.
    </p>
  )
}

type WorkspacesProps = { workspaces: readonly Workspace[]; orgId: string; onChange: (orgId: string) => void }

function Workspaces({ workspaces, orgId, onChange }: WorkspacesProps): ReactNode {
  return (
    <fieldset className="choices">
      <legend>In the workspace</legend>
      {workspaces.map((workspace) => (
        <label key={workspace.orgId} className="check">
          <input
            type="radio"
            name="workspace"
            value={workspace.orgId}
            checked={workspace.orgId === orgId}
            disabled={workspace.isOff}
            onChange={() => onChange(workspace.orgId)}
          />
          <span>
            <Stranger text={workspace.name} /> <code className="quiet">{workspace.orgId}</code>
            {workspace.isOff && <span className="quiet"> does not allow assistants</span>}
          </span>
        </label>
      ))}
      <GroupFault path="orgId" />
    </fieldset>
  )
}

type BoxProps = { scope: Scope; isChecked: boolean; isAllowed: boolean; onToggle: () => void }

function ScopeBox({ scope, isChecked, isAllowed, onToggle }: BoxProps): ReactNode {
  return (
    <label className="check">
      <input
        type="checkbox"
        name="scope"
        value={scope}
        checked={isChecked}
        disabled={!isAllowed}
        onChange={onToggle}
      />
      <span>
        {scopeWords[scope]} <code className="quiet">{scope}</code>
        {!isAllowed && <span className="quiet"> needs the member role</span>}
      </span>
    </label>
  )
}

function goTo(url: string): void {
  const { protocol } = new URL(url)
  if (protocol === 'https:' || protocol === 'http:') location.assign(url)
}
