import type { PlantedFault } from './planted-fault.ts'

const deployment = 'templates/deployment.yaml'
const pod = 'templates/_pod.tpl'
const job = 'templates/migrate-job.yaml'
const environment = 'templates/_environment.tpl'

export const plantedFaults: PlantedFault[] = [
  {
    name: 'the readiness probe asks whether the process lives',
    ...{ file: deployment, find: 'path: /readyz', replace: 'path: /healthz' },
    ...{ caughtBy: 'probes', says: /readinessProbe is .*healthz/ },
  },
  {
    name: 'a probe asks a path that the product does not serve',
    ...{ file: deployment, find: 'path: /healthz', replace: 'path: /health' },
    ...{ caughtBy: 'probes', says: /startupProbe is .*"\/health"/ },
  },
  {
    name: 'a probe asks a port that has another name',
    ...{
      file: deployment,
      find: 'port: http\n            periodSeconds: 3',
      replace: 'port: web\n            periodSeconds: 3',
    },
    ...{ caughtBy: 'probes', says: /the port of readinessProbe is "web"/ },
  },
  {
    name: 'a probe is misspelt',
    ...{ file: deployment, find: 'readinessProbe:', replace: 'readinesProbe:' },
    ...{ caughtBy: 'types', says: /readinesProbe.* does not exist in type/ },
  },
  {
    name: 'the number of replicas is a text',
    ...{
      file: 'templates/autoscaler.yaml',
      find: '{{ $own.autoscaling.minReplicas }}',
      replace: '{{ $own.autoscaling.minReplicas | quote }}',
    },
    ...{
      caughtBy: 'types',
      says: /'string' is not assignable to type 'number'/,
      example: 'autoscaling.yaml',
    },
  },
  {
    name: 'a policy of restarts does not exist',
    ...{ file: job, find: 'restartPolicy: Never', replace: 'restartPolicy: Once' },
    ...{ caughtBy: 'types', says: /"Once"/ },
  },
  {
    name: 'migrations run after the processes',
    ...{ file: job, find: 'pre-install,pre-upgrade', replace: 'post-install,post-upgrade' },
    ...{ caughtBy: 'hooks', says: /helm\.sh\/hook is "post-install/ },
  },
  {
    name: 'the Job of the last upgrade stays in the way',
    ...{ file: job, find: 'before-hook-creation,hook-succeeded', replace: 'hook-succeeded' },
    ...{ caughtBy: 'hooks', says: /hook-delete-policy/ },
  },
  {
    name: 'the Job has another name each time',
    ...{
      file: job,
      find: '"suffix" "migrate"',
      replace: '"suffix" (printf "migrate-%s" (randAlphaNum 5 | lower))',
    },
    ...{ caughtBy: 'hooks', says: /its name changes/ },
  },
  {
    name: 'the Job runs as an account that does not exist yet',
    ...{
      file: job,
      find: 'restartPolicy: Never',
      replace:
        'restartPolicy: Never\n      serviceAccountName: {{ include "signalpost.serviceAccountName" . }}',
    },
    ...{ caughtBy: 'hooks', says: /account does not exist before the first install/ },
  },
  {
    name: 'every pod migrates',
    ...{
      file: deployment,
      find: '      containers:\n',
      replace:
        '      initContainers:\n        - name: migrate\n          image: signalpost\n          args: [migrate]\n      containers:\n',
    },
    ...{ caughtBy: 'commands', says: /first containers is 1/ },
  },
  {
    name: 'a process gets the arguments of another',
    ...{ file: deployment, find: 'args: [{{ $component }}]', replace: 'args: [intake]' },
    ...{ caughtBy: 'commands', says: /Deployment signalpost-worker: its arguments/ },
  },
  {
    name: 'the drain is off',
    ...{ file: 'values.yaml', find: 'drainSeconds: 15', replace: 'drainSeconds: 0' },
    ...{ caughtBy: 'lifecycle', says: /drains for 0 s/ },
  },
  {
    name: 'Kubernetes kills before a stop is over',
    ...{ file: deployment, find: '{{ $.Values.terminationGracePeriodSeconds }}', replace: '30' },
    ...{ caughtBy: 'lifecycle', says: /is killed after 30 s/ },
  },
  {
    name: 'a rollout takes pods away first',
    ...{ file: deployment, find: 'maxUnavailable: 0', replace: 'maxUnavailable: 1' },
    ...{ caughtBy: 'lifecycle', says: /maxUnavailable is 1/ },
  },
  {
    name: 'a rollout resets what the autoscaler chose',
    ...{ file: deployment, find: '{{- if not $isScaled }}', replace: '{{- if true }}' },
    ...{ caughtBy: 'lifecycle', says: /fixes replicas is true/, example: 'keda.yaml' },
  },
  {
    name: 'nodes may be drained of every pod at once',
    ...{
      file: 'templates/disruption-budget.yaml',
      find: '{{ $own.podDisruptionBudget.maxUnavailable }}',
      replace: '100%',
    },
    ...{ caughtBy: 'lifecycle', says: /its disruption budget is \["100%"\]/ },
  },
  {
    name: 'a container has no limit',
    ...{ file: pod, find: '{{- toYaml .resources', replace: '{{- toYaml (omit .resources "limits")' },
    ...{ caughtBy: 'limits', says: /has no limit of memory/ },
  },
  {
    name: 'a volume may fill the node',
    ...{ file: pod, find: 'emptyDir:\n      sizeLimit: {{ .temporarySize }}', replace: 'emptyDir: {}' },
    ...{ caughtBy: 'limits', says: /the volume temporary has no limit/ },
  },
  {
    name: 'a Service selects nothing',
    ...{
      file: 'templates/service.yaml',
      find: '{{- include "signalpost.selector" $scope | nindent 4 }}',
      replace: 'app: {{ $component }}',
    },
    ...{ caughtBy: 'selectors', says: /Service signalpost-intake: selects the pods of nothing/ },
  },
  {
    name: 'a Deployment selects other labels than its pods have',
    ...{
      file: deployment,
      find: '  selector:\n    matchLabels:\n',
      replace: '  selector:\n    matchLabels:\n      app: signalpost\n',
    },
    ...{ caughtBy: 'selectors', says: /Deployment signalpost-api: selects the pods of nothing/ },
  },
  {
    name: 'a budget counts the pods of all processes',
    ...{ file: 'templates/_names.tpl', find: 'app.kubernetes.io/component: {{ .component }}\n', replace: '' },
    ...{
      caughtBy: 'selectors',
      says: /PodDisruptionBudget signalpost-worker: selects the pods of Deployment .*, /,
    },
  },
  {
    name: 'the autoscaler names no Deployment',
    ...{ file: 'templates/scaled-object.yaml', find: '}}-worker', replace: '}}-workers' },
    ...{ caughtBy: 'selectors', says: /there is no Deployment signalpost-workers/, example: 'keda.yaml' },
  },
  {
    name: 'the container opens another port than the process',
    ...{ file: 'templates/_names.tpl', find: 'worker: 4300', replace: 'worker: 4301' },
    ...{ caughtBy: 'ports', says: /Deployment signalpost-worker: its port is 4301; expected 4300/ },
  },
  {
    name: 'a Service leads to a port without a container',
    ...{ file: 'templates/service.yaml', find: 'targetPort: http', replace: 'targetPort: web' },
    ...{ caughtBy: 'ports', says: /no container has the port web/ },
  },
  {
    name: 'the Ingress leads to a port without a Service',
    ...{ file: 'templates/ingress.yaml', find: 'name: http', replace: 'name: web' },
    ...{
      caughtBy: 'ports',
      says: /there is no Service signalpost-api with the port web/,
      example: 'ingress.yaml',
    },
  },
  {
    name: 'a secret is in the environment',
    ...{
      file: environment,
      find: '- name: {{ $name }}_FILE\n  value: /etc/signalpost/secrets/{{ $name }}',
      replace: '- name: {{ $name }}\n  value: postgres://user:password@db/signalpost',
    },
    ...{ caughtBy: 'environment', says: /DATABASE_URL is in the environment/ },
  },
  {
    name: 'the file of a secret is not mounted',
    ...{ file: pod, find: 'mountPath: /etc/signalpost/secrets', replace: 'mountPath: /etc/secrets' },
    ...{ caughtBy: 'environment', says: /DATABASE_URL_FILE names no mounted file/ },
  },
  {
    name: 'a variable is misspelt',
    ...{ file: environment, find: '"SIGNALPOST_INTAKE_URL"', replace: '"SIGNALPOST_INTAKE_URI"' },
    ...{ caughtBy: 'environment', says: /docs\/configuration\.md has no SIGNALPOST_INTAKE_URI/ },
  },
  {
    name: 'a large number is written with an exponent',
    ...{
      file: environment,
      find: 'kindIs "float64" $value | ternary (int64 $value | toString) (toString $value)',
      replace: 'toString $value',
    },
    ...{ caughtBy: 'environment', says: /SIGNALPOST_MAX_BODY_BYTES/, example: 'tuned.yaml' },
  },
  {
    name: 'containers run as root',
    ...{ file: pod, find: 'runAsUser: 65532', replace: 'runAsUser: 0' },
    ...{ caughtBy: 'confinement', says: /runAsUser is 0; expected 65532/ },
  },
  {
    name: 'containers may write into their root',
    ...{ file: pod, find: 'readOnlyRootFilesystem: true', replace: 'readOnlyRootFilesystem: false' },
    ...{ caughtBy: 'confinement', says: /readOnlyRootFilesystem is false/ },
  },
  {
    name: 'the chart makes a master key',
    ...{
      file: 'templates/service-account.yaml',
      find: '{{- end }}\n',
      replace:
        '{{- end }}\n---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: signalpost\nstringData:\n  SIGNALPOST_MASTER_KEY: {{ randAlphaNum 32 | b64enc }}\n',
    },
    ...{ caughtBy: 'confinement', says: /Secret signalpost: the chart renders no Secret/ },
  },
  {
    name: 'a template is broken',
    ...{ file: 'templates/service.yaml', find: '{{- if $own.enabled }}', replace: '{{- if $own.enabled' },
    ...{ caughtBy: 'render', says: /service\.yaml/ },
  },
]
