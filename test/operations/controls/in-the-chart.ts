import type { PlantedMistake } from './planted-mistake.ts'

// `chart/support/planted-faults.ts` has more, each for the policy that finds it; they run with every run of operations.

const templates = 'infra/helm/signalpost/templates'
const chartTests = { testFile: 'test/operations/chart/chart.operations.test.ts' }

export const mistakesInTheChart: readonly PlantedMistake[] = [
  {
    name: 'asks-the-wrong-path-for-readiness',
    file: `${templates}/deployment.yaml`,
    changes: [['path: /readyz', 'path: /healthz']],
    ...chartTests,
    test: 'minimal.yaml > passes the policy probes',
    says: '/healthz',
  },
  {
    name: 'migrates-after-the-processes-start',
    file: `${templates}/migrate-job.yaml`,
    changes: [['pre-install,pre-upgrade', 'post-install,post-upgrade']],
    ...chartTests,
    test: 'minimal.yaml > passes the policy hooks',
    says: 'post-install',
  },
  {
    name: 'does-not-drain',
    file: 'infra/helm/signalpost/values.yaml',
    changes: [['drainSeconds: 15', 'drainSeconds: 0']],
    ...chartTests,
    test: 'minimal.yaml > passes the policy lifecycle',
    says: 'drains for 0 s',
  },
  {
    name: 'sets-no-limit-of-memory',
    file: `${templates}/_pod.tpl`,
    changes: [['{{- toYaml .resources', '{{- toYaml (omit .resources "limits")']],
    ...chartTests,
    test: 'minimal.yaml > passes the policy limits',
    says: 'has no limit of memory',
  },
]
