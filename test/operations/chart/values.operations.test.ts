import { expect, test } from 'vitest'
import { renderChart } from './support/helm.ts'

// What the chart says about values that cannot work. Each message names the value.

const withSecret = ['existingSecret=signalpost']

const refused: { settings: string[]; says: RegExp }[] = [
  { settings: ['existingSecret='], says: /existingSecret is empty; .* never creates a master key/ },
  { settings: ['existingSecrets=signalpost'], says: /additional properties 'existingSecrets' not allowed/ },
  { settings: ['existingSecret=Not_a_name'], says: /\/existingSecret.*does not match pattern/ },
  { settings: ['secretKeys.SIGNALPOST_MASTER_KEY='], says: /\/secretKeys\/SIGNALPOST_MASTER_KEY/ },
  { settings: ['secretKeys.MASTER_KEY=key'], says: /\/secretKeys.*'MASTER_KEY' not allowed/ },
  { settings: ['config.SIGNALPOST_LOG_LEVL=warn'], says: /\/config.*SIGNALPOST_LOG_LEVL/ },
  { settings: ['config.DATABASE_URL=postgres://u:p@h/d'], says: /\/config.*DATABASE_URL/ },
  {
    settings: ['extraEnv[0].name=SIGNALPOST_MASTER_KEY', 'extraEnv[0].value=x'],
    says: /\/extraEnv\/0\/name.*'not' failed/,
  },
  { settings: ['intake.replicas=two'], says: /\/intake\/replicas.*got string, want integer/ },
  { settings: ['worker.replica=3'], says: /\/worker.*'replica' not allowed/ },
  { settings: ['api.autoscaling.minReplicas=0'], says: /\/api\/autoscaling\/minReplicas.*minimum/ },
  {
    settings: ['intake.autoscaling.minReplicas=9', 'intake.autoscaling.maxReplicas=3'],
    says: /intake\.autoscaling\.minReplicas is 9; expected at most maxReplicas, which is 3/,
  },
  {
    settings: ['intake.autoscaling.enabled=true', 'intake.autoscaling.targetCPUUtilizationPercentage=0'],
    says: /intake\.autoscaling has nothing to scale by/,
  },
  { settings: ['intake.maxSurge=0'], says: /\/intake\/maxSurge.*minimum/s },
  { settings: ['worker.resources.limits.memory=null'], says: /\/worker\/resources\/limits.*memory/ },
  { settings: ['worker.resources.limits.memory=1 GB'], says: /\/worker\/resources\/limits\/memory/ },
  { settings: ['worker.temporarySize=big'], says: /\/worker\/temporarySize.*does not match pattern/ },
  { settings: ['image.digest=latest'], says: /\/image\/digest.*does not match pattern/ },
  { settings: ['image.pullPolicy=Sometimes'], says: /\/image\/pullPolicy/ },
  {
    settings: ['drainSeconds=30'],
    says: /terminationGracePeriodSeconds is 60; expected more than 60, which are drainSeconds and the 30 s/,
  },
  { settings: ['terminationGracePeriodSeconds=20'], says: /\/terminationGracePeriodSeconds.*minimum/ },
  { settings: ['console.service.port=0'], says: /\/console\/service\/port.*minimum/ },
  { settings: ['console.service.type=Public'], says: /\/console\/service\/type/ },
  { settings: ['urls.api=api.example.com'], says: /\/urls\/api.*does not match pattern/ },
  { settings: ['ingress.enabled=true'], says: /ingress\.hosts is empty/ },
  {
    settings: ['ingress.enabled=true', 'ingress.hosts.console=c.example.com', 'console.enabled=false'],
    says: /ingress\.hosts\.console is set, but console\.enabled is false/,
  },
  {
    settings: ['httpRoute.enabled=true', 'httpRoute.hosts.api=a.example.com'],
    says: /httpRoute\.parentRefs is empty/,
  },
  {
    settings: ['serviceMonitor.enabled=true'],
    says: /secretKeys\.SIGNALPOST_METRICS_TOKEN is empty; with serviceMonitor\.enabled expected/,
  },
  {
    settings: ['migrate.secretKeys.SIGNALPOST_QUEUE_DATABASE_URL=owner-queue-url'],
    says: /secretKeys\.SIGNALPOST_QUEUE_DATABASE_URL is empty; with migrate\.secretKeys/,
  },
  { settings: ['migrate.secretKeys.REDIS_URL=key'], says: /\/migrate\/secretKeys.*'REDIS_URL' not allowed/ },
  {
    settings: ['worker.autoscaling.keda.enabled=true'],
    says: /worker\.autoscaling\.keda\.prometheusUrl is empty/,
  },
  {
    settings: [
      'worker.autoscaling.enabled=true',
      'worker.autoscaling.keda.enabled=true',
      'worker.autoscaling.keda.prometheusUrl=http://prometheus:9090',
    ],
    says: /worker\.autoscaling\.enabled and worker\.autoscaling\.keda\.enabled are both true/,
  },
  {
    settings: ['secretKeys.SIGNALPOST_SMTP_URL=smtp-url'],
    says: /config\.SIGNALPOST_MAIL_FROM is empty/,
  },
  {
    settings: ['config.SIGNALPOST_OIDC_ISSUER=https://login.example.com'],
    says: /config\.SIGNALPOST_OIDC_CLIENT_ID and secretKeys\.SIGNALPOST_OIDC_CLIENT_SECRET/,
  },
  {
    settings: ['ingress.enabled=true', 'ingress.hosts.console=console.example.com'],
    says: /the console would be at http:\/\/console\.example\.com; expected https/,
  },
  {
    settings: ['urls.console=http://console.example.com'],
    says: /the console would be at http:\/\/console\.example\.com; expected https/,
  },
]

test.each(refused)('refuses $settings', async ({ settings, says }) => {
  const answer = await renderChart({ settings: [...withSecret, ...settings] })
  expect(answer).toMatchObject({ ok: false, message: expect.stringMatching(says) })
})
