import { useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { isUnauthorized } from '../../api/api-error.ts'
import { useRead } from '../../api/use-read.ts'
import { TextField } from '../../parts/controls/field.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { rememberPlace } from '../../shell/return-path.ts'
import { SessionGate } from '../../shell/session.tsx'
import { Ways } from '../login/ways.tsx'
import { DeviceDecision } from './device-decision.tsx'

/** Where a person lets the command line of a computer act as them. */
export function DevicePage(): ReactNode {
  const { code = '' } = useParams({ strict: false })
  useEffect(() => {
    document.title = 'Log in the command line · Signalpost'
  }, [])
  return (
    <main className="alone">
      <p className="brand">Signalpost</p>
      <h1>Log in the command line</h1>
      {code === '' ? <CodeForm /> : <Asked key={code} code={code} />}
    </main>
  )
}

function CodeForm(): ReactNode {
  const [code, setCode] = useState('')
  const navigate = useNavigate()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void navigate({ to: '/device/$code', params: { code: code.trim().toUpperCase() } })
  }
  return (
    <form onSubmit={submit} className="stack">
      <TextField label="The code in your terminal" value={code} onChange={setCode} required />
      <Button type="submit" look="primary">
        Continue
      </Button>
    </form>
  )
}

/** Stays while the person logs in, also in another tab, and then continues. */
function Asked({ code }: { code: string }): ReactNode {
  const asked = useRead(
    'GET /console/api/devices/{code}',
    { params: { code } },
    { opensToStrangers: true, everyMs: 'never' },
  )
  const isRefused = isUnauthorized(asked.error)
  const [isStranger, setStranger] = useState(false)
  useEffect(() => {
    // While it asks again the ways to log in stay, with what was typed there.
    if (!asked.isPending) setStranger(isRefused)
  }, [asked.isPending, isRefused])
  useEffect(() => {
    if (isStranger) rememberPlace()
  }, [isStranger])
  if (isStranger) {
    return (
      <>
        <p>A command line asks to act as you. Log in to decide; this page then continues by itself.</p>
        <Ways />
      </>
    )
  }
  return (
    <Answer of={asked} what="the request">
      {(request) => (
        <SessionGate>
          <DeviceDecision code={code} request={request} />
        </SessionGate>
      )}
    </Answer>
  )
}
