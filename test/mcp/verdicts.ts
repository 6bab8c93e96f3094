/** What is expected of each scenario that the suite runs for a revision of the protocol: a new one has to be added here. */
export type Verdicts = {
  readonly passes: readonly string[]
  /** Those that need what we leave out, with the reason. One that passes is named. */
  readonly leftOut: Readonly<Record<string, string>>
}

const tasks = 'an extension that we do not offer'
const session =
  'needs a session: a server without one cannot ask in the middle of a call, or go on with a stream'
const subscription = 'needs a session, in which a client hears of changes'
const pending = 'not demanded: the suite asks for a schema that no tool of ours has'

const inBoth = [
  'completion-complete',
  'dns-rebinding-protection',
  'prompts-get-embedded-resource',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-with-image',
  'prompts-list',
  'resources-list',
  'resources-read-binary',
  'resources-read-text',
  'resources-templates-read',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-error',
  'tools-call-image',
  'tools-call-mixed-content',
  'tools-call-simple-text',
  'tools-call-with-progress',
  'tools-list',
]

export const onTransport: Readonly<Record<string, Verdicts>> = {
  '2026-07-28': {
    passes: [
      ...inBoth,
      'caching',
      'http-header-validation',
      'input-required-result-basic-elicitation',
      'input-required-result-basic-list-roots',
      'input-required-result-basic-sampling',
      'input-required-result-capability-check',
      'input-required-result-ignore-extra-params',
      'input-required-result-missing-input-response',
      'input-required-result-multi-round',
      'input-required-result-multiple-input-requests',
      'input-required-result-non-tool-request',
      'input-required-result-request-state',
      'input-required-result-result-type',
      'input-required-result-tampered-state',
      'input-required-result-unsupported-methods',
      'input-required-result-validate-input',
      'sep-2164-resource-not-found',
      'server-sse-multiple-streams',
      'server-stateless',
    ],
    leftOut: {
      'http-custom-header-server-validation': 'not demanded: no tool of ours repeats an argument in a header',
      'json-schema-2020-12': pending,
      'tasks-capability-negotiation': tasks,
      'tasks-dispatch-and-envelope': tasks,
      'tasks-lifecycle': tasks,
      'tasks-mrtr-composition': tasks,
      'tasks-mrtr-input': tasks,
      'tasks-request-headers': tasks,
      'tasks-request-state-removal': tasks,
      'tasks-required-task-error': tasks,
      'tasks-status-notifications': tasks,
      'tasks-wire-fields': tasks,
    },
  },
  '2025-11-25': {
    passes: [...inBoth, 'logging-set-level', 'ping', 'server-initialize', 'tools-call-with-logging'],
    leftOut: {
      'elicitation-sep1034-defaults': session,
      'elicitation-sep1330-enums': session,
      'json-schema-2020-12': pending,
      'resources-subscribe': subscription,
      'resources-unsubscribe': subscription,
      'server-session-lifecycle': session,
      'server-sse-multiple-streams': session,
      'server-sse-polling': session,
      'tools-call-elicitation': session,
      'tools-call-sampling': session,
    },
  },
}

const onProductInBoth = [
  'completion-complete',
  'dns-rebinding-protection',
  'prompts-list',
  'resources-list',
  'tools-list',
]

/** The scenarios that call nothing by a name of their own. */
export const onProduct: Readonly<Record<string, Verdicts>> = {
  '2026-07-28': {
    passes: [
      ...onProductInBoth,
      'caching',
      'http-header-validation',
      'input-required-result-unsupported-methods',
      'server-sse-multiple-streams',
    ],
    leftOut: {
      'sep-2164-resource-not-found': 'an error of ours never repeats what was asked for',
      'server-stateless': 'of its checks, four call tools of the suite',
    },
  },
  '2025-11-25': { passes: [...onProductInBoth, 'ping', 'server-initialize'], leftOut: {} },
}
