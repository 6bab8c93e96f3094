import { useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { isUnauthorized } from '../../api/api-error.ts'
import { useRead } from '../../api/use-read.ts'
import { Answer } from '../../parts/page/answer.tsx'
import { rememberPlace } from '../../shell/return-path.ts'
import { SessionGate } from '../../shell/session.tsx'
import { Ways } from '../login/ways.tsx'
import { Consent } from './consent.tsx'

/** Where a person decides what an assistant may do. It stays while they log in, also in another tab, and then continues. */
export function AuthorizePage(): ReactNode {
  const { id = '' } = useParams({ strict: false })
  const asked = useRead(
    'GET /console/api/authorizations/{id}',
    { params: { id } },
    { opensToStrangers: true },
  )
  const isRefused = isUnauthorized(asked.error)
  const [isStranger, setStranger] = useState(false)
  useEffect(() => {
    // While it asks again the ways to log in stay, with what was typed there.
    if (!asked.isPending) setStranger(isRefused)
  }, [asked.isPending, isRefused])
  useEffect(() => {
    document.title = 'Connect an assistant · Signalpost'
  }, [])
  useEffect(() => {
    if (isStranger) rememberPlace()
  }, [isStranger])
  useEffect(() => {
    // A browser may show the page as it was left, before a decision that is taken by now.
    const reload = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) location.reload()
    }
    addEventListener('pageshow', reload)
    return () => removeEventListener('pageshow', reload)
  }, [])
  return (
    <main className="alone">
      <p className="brand">Signalpost</p>
      <h1>Connect an assistant</h1>
      {isStranger ? (
        <>
          <p>An application asks for access. Log in to decide; this page then continues by itself.</p>
          <Ways />
        </>
      ) : (
        <Answer of={asked} what="the request">
          {(request) => (
            <SessionGate>
              <Consent id={id} request={request} onLoggedOut={() => void asked.refetch()} />
            </SessionGate>
          )}
        </Answer>
      )}
    </main>
  )
}
