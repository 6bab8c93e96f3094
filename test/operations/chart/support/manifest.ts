import { parseAllDocuments } from 'yaml'

type Labels = Record<string, string>

type Selector = { matchLabels?: Labels }

export type Probe = {
  httpGet?: { path: string; port: string | number }
  periodSeconds?: number
  failureThreshold?: number
  timeoutSeconds?: number
}

export type Variable = { name: string; value?: string; valueFrom?: object }

type Container = {
  name: string
  image?: string
  command?: string[]
  args?: string[]
  env?: Variable[]
  ports?: { name?: string; containerPort: number }[]
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> }
  securityContext?: {
    allowPrivilegeEscalation?: boolean
    readOnlyRootFilesystem?: boolean
    capabilities?: { drop?: string[]; add?: string[] }
  }
  volumeMounts?: { name: string; mountPath: string }[]
  startupProbe?: Probe
  livenessProbe?: Probe
  readinessProbe?: Probe
}

export type PodSpec = {
  containers: Container[]
  initContainers?: Container[]
  automountServiceAccountToken?: boolean
  serviceAccountName?: string
  restartPolicy?: string
  terminationGracePeriodSeconds?: number
  securityContext?: {
    runAsNonRoot?: boolean
    runAsUser?: number
    runAsGroup?: number
    seccompProfile?: { type: string }
  }
  volumes?: {
    name: string
    emptyDir?: { sizeLimit?: string }
    secret?: { secretName: string; items?: { key: string; path: string }[] }
    configMap?: { name: string }
  }[]
  topologySpreadConstraints?: { labelSelector?: Selector }[]
}

/** One rendered object, with what the policies read. Other tests check the whole of it against its type. */
export type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Labels; annotations?: Labels }
  data?: Record<string, string>
  // The cast below: a policy reads only what objects of its kind have.
  spec: {
    replicas?: number
    backoffLimit?: number
    strategy?: { rollingUpdate?: { maxSurge?: number | string; maxUnavailable?: number | string } }
    selector: Selector & Labels
    podSelector: Selector
    maxUnavailable?: number | string
    template: { metadata: { labels: Labels }; spec: PodSpec }
    ports: { name?: string; port: number; targetPort: string | number }[]
    ingress: { ports: { port: number }[] }[]
    scaleTargetRef: { name: string; kind?: string }
    rules: {
      http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] }
      backendRefs: { name: string; port: number }[]
    }[]
    endpoints: { port: string; path: string; authorization?: object }[]
    groups: { rules: { alert?: string; expr: string; annotations?: Labels }[] }[]
  }
}

export function readManifests(yaml: string): Manifest[] {
  return parseAllDocuments(yaml)
    .map((document): unknown => {
      const [fault] = document.errors
      if (fault !== undefined) throw fault
      return document.toJS()
    })
    .filter((manifest): manifest is Manifest => manifest !== null && manifest !== undefined)
}

export function ofKind(manifests: readonly Manifest[], ...kinds: string[]): Manifest[] {
  return manifests.filter(({ kind }) => kinds.includes(kind))
}

/** The kind and the name of an object, as findings begin. */
export function titleOf({ kind, metadata }: Manifest): string {
  return `${kind} ${metadata.name}`
}

export type Workload = { title: string; manifest: Manifest; labels: Labels; pod: PodSpec }

/** Returns everything that has pods, or is one. */
export function findWorkloads(manifests: readonly Manifest[]): Workload[] {
  return ofKind(manifests, 'Deployment', 'Job', 'Pod').map((manifest) => {
    // The cast: the spec of a pod has no template.
    const bare = manifest.spec as unknown as PodSpec
    const { labels, pod } =
      manifest.kind === 'Pod'
        ? { labels: manifest.metadata.labels ?? {}, pod: bare }
        : { labels: manifest.spec.template.metadata.labels, pod: manifest.spec.template.spec }
    return { title: titleOf(manifest), manifest, labels, pod }
  })
}
