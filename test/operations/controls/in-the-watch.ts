import type { PlantedMistake } from './planted-mistake.ts'

const rules = 'infra/observability/rules/signalpost.yml'
const ruleTests = { testFile: 'test/operations/observability/rules.operations.test.ts' }
const liveTests = { testFile: 'test/operations/observability/live.operations.test.ts' }

export const mistakesInTheWatch: readonly PlantedMistake[] = [
  {
    name: 'renames-a-metric-that-rules-read',
    file: 'apps/intake/src/intake-metrics.ts',
    changes: [["name: 'signalpost_hook_answer_seconds'", "name: 'signalpost_hook_reply_seconds'"]],
    ...liveTests,
    test: 'every metric in rules, dashboards and documents is shown by a process',
    says: 'signalpost_hook_answer_seconds',
  },
  {
    name: 'pages-too-late',
    file: rules,
    changes: [['signalpost:unavailable:ratio2m > 0.01', 'signalpost:unavailable:ratio2m > 0.5']],
    ...ruleTests,
    test: 'promtool accepts the rules, and their tests pass',
    says: 'SignalpostIntakeRefusing',
  },
  {
    name: 'fires-at-once',
    file: rules,
    changes: [['signalpost:unavailable:ratio2m > 0.01', 'signalpost:unavailable:ratio2m > -1']],
    ...ruleTests,
    test: 'promtool accepts the rules, and their tests pass',
    says: 'SignalpostIntakeRefusing is silent',
  },
  {
    name: 'names-a-runbook-that-is-not-there',
    file: rules,
    changes: [['docs/runbooks/signalpost-intake-down.md', 'docs/runbooks/signalpost-intake-gone.md']],
    ...ruleTests,
    test: 'each alert pages or makes a ticket, and its runbook exists',
    says: 'signalpost-intake-gone.md',
  },
  {
    name: 'sends-pages-to-tickets',
    file: 'infra/observability/alertmanager/alertmanager.yml',
    changes: [['receiver: pages\n      group_wait', 'receiver: tickets\n      group_wait']],
    ...ruleTests,
    test: 'pages and tickets reach different receivers',
    says: "expected 'tickets' to be 'pages'",
  },
  {
    name: 'inhibits-an-alert-that-is-gone',
    file: 'infra/observability/alertmanager/alertmanager.yml',
    changes: [['SignalpostStoreFaults|', 'SignalpostStoreBroken|']],
    ...ruleTests,
    test: 'each inhibition names alerts that exist',
    says: 'SignalpostStoreBroken',
  },
  {
    name: 'gives-a-command-that-is-gone',
    file: 'docs/runbooks/signalpost-dead-letters.md',
    changes: [['./signalpost delivery list --status dead', './signalpost delivery list --state dead']],
    ...liveTests,
    test: 'the commands of the runbooks > ./signalpost delivery list --state dead --limit 20',
    says: '--state',
  },
  {
    name: 'draws-a-metric-that-is-gone',
    file: 'test/operations/observability/dashboards/panels.ts',
    changes: [
      [
        "accepted: 'sum(rate(signalpost_deliveries_accepted_total",
        "accepted: 'sum(rate(signalpost_accepted_total",
      ],
    ],
    ...liveTests,
    test: 'overview: Accepted deliveries, accepted has an answer',
    says: 'to not deeply equal []',
  },
]
