import type { Caller, FoundSession, Session } from '@signalpost/authorization'
import type { DeviceLogin, SessionKind } from '@signalpost/database/people'
import type { OutgoingProxy } from '@signalpost/outgoing'

/** The client of a request before a login. */
export type Visitor = {
  /** The address that `clientAddress` returns. */
  address: string
  /** The user agent of the browser. */
  agent: string | null
  requestId: string | null
}

/** A session that just began: its token belongs in a new cookie. */
export type NewSession = { token: string; session: Session; way: 'link' | 'invitation' | 'oidc' }

/** The session that the browser has already, and its token. */
export type CurrentSession = { token: string; session: Session }

/** What a token would do. */
export type InspectedToken = {
  way: 'link' | 'invitation'
  /** Null for an invitation of an address that belongs to no one yet. */
  personId: string | null
  /** Whom it logs in, for a page that anyone may open: an address is masked. */
  name: string
  /** The workspace of an invitation. */
  orgId: string | null
}

/** What a command line begins with. The codes are their only copies. */
type StartedDevice = {
  deviceCode: string
  /** Eight letters, with a hyphen in the middle. */
  userCode: string
  expiresInSeconds: number
  intervalSeconds: number
}

/** A token of a session, or the error of RFC 8628 and RFC 6749 that says why there is none. */
export type PolledDevice =
  | { token: string; expiresInSeconds: number }
  | {
      error: 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' | 'invalid_grant'
    }

/** An identity provider of OpenID Connect. */
export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Whole domains, in lower case, whose people join every workspace as viewers. */
  domains: string[]
  /** Whether an address counts of which the provider does not say that it is verified. */
  trustsEmail: boolean
  /** The proxy through which a provider outside of the operator's network is asked. */
  proxy?: OutgoingProxy | undefined
}

/** How people log in and stay logged in, without HTTP. */
export type WaysIn = {
  /** What the login page can offer: whether links of the operator log in, links by mail, an identity provider. */
  offers: { link: boolean; mail: boolean; oidc: boolean }
  /**
   * Says what a token would do, without using it. Throws RejectedError: `unauthorized`, the same for every token that does
   * not work; `rate_limited` after many of those.
   */
  inspectToken: (token: string, visitor: Visitor) => Promise<InspectedToken>
  /**
   * Logs in by a one-time link or an invitation; `current` ends with it. Throws RejectedError: `unauthorized`, the same for
   * every token that does not work; `rate_limited` after many of those; `conflict` where an invitation needs its person to
   * be logged in.
   */
  logInByToken: (token: string, visitor: Visitor, current?: CurrentSession) => Promise<NewSession>
  /**
   * Mails a one-time link to the person who has the address. Resolves before the person is looked up, so responses and
   * their times are the same for every address. Throws RejectedError: `rate_limited`, `invalid_request`, `not_found`
   * where no mail server is configured.
   */
  requestMailLink: (email: string, visitor: Visitor) => Promise<void>
  /**
   * Begins a login at the identity provider: send the browser to `url`, and keep `state` in a cookie of 10 minutes.
   * Throws RejectedError: `not_found` where no provider is configured, `unavailable` where it does not answer,
   * `rate_limited`.
   */
  startOidc: (visitor: Visitor) => Promise<{ url: string; state: string }>
  /**
   * Ends it: `search` is the query of the callback, `state` the cookie. Throws RejectedError: `unauthorized` for
   * anything that does not check out, `forbidden` for anyone who was not invited, `rate_limited`, `unavailable`.
   */
  finishOidc: (
    callback: { search: string; state: string },
    visitor: Visitor,
    current?: CurrentSession,
  ) => Promise<NewSession>
  /**
   * Begins the login of a command line (RFC 8628, section 3.1): a person decides on it by the user code. Throws
   * RejectedError `rate_limited`.
   */
  startDevice: (hostName: string, visitor: Visitor) => Promise<StartedDevice>
  /** Returns the token of a command line that asks for it, or why there is none (section 3.5). Throws RejectedError `rate_limited`. */
  pollDevice: (deviceCode: string, visitor: Visitor) => Promise<PolledDevice>
  /** Returns the request behind the code that a person typed. Throws RejectedError: `not_found` for a wrong one, `rate_limited` after many. */
  inspectDevice: (userCode: string, caller: Caller) => Promise<DeviceLogin>
  /**
   * Decides on a command line: allowed, it gets a session of the caller. Throws RejectedError: those of `inspectDevice`,
   * `conflict` for one that was decided, `login_required`, `forbidden` for a caller who is a command line.
   */
  decideDevice: (
    decision: { userCode: string; isAllowed: boolean },
    caller: Caller,
  ) => Promise<{ isAllowed: boolean }>
  /**
   * Undefined where the token opens no session of the kind, by default of a browser. With `newToken`, the cookie must be
   * set again.
   */
  findSession: (token: string, visitor: Visitor, kind?: SessionKind) => Promise<FoundSession | undefined>
  /** The same for a look that is no use of the session: it does not last longer for that, and keeps its token. */
  peekSession: (token: string, kind?: SessionKind) => Promise<Session | undefined>
  /** Ends the session that a token opens. Throws RejectedError `not_found`. */
  endSession: (token: string, session: Session, visitor: Visitor) => Promise<void>
  /** Resolves when the mails that were asked for are sent, or failed. */
  close: () => Promise<void>
}
