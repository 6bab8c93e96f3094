{{- define "signalpost.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "signalpost.fullname" -}}
{{- $name := include "signalpost.name" . -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* The port of each process. */}}
{{- define "signalpost.ports" -}}
intake: 4100
api: 4200
worker: 4300
console: 4400
searcher: 4500
{{- end -}}

{{/* What selects the pods of one component. Takes root and component. */}}
{{- define "signalpost.selector" -}}
app.kubernetes.io/name: {{ include "signalpost.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* The labels of pods leave out what would restart them without need, such as the version of the chart. */}}
{{- define "signalpost.podLabels" -}}
{{ include "signalpost.selector" . }}
app.kubernetes.io/part-of: signalpost
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "signalpost.labels" -}}
{{ include "signalpost.podLabels" . }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* The metadata of one object. Takes root, component and, if there are any, name or suffix, labels and annotations. */}}
{{- define "signalpost.metadata" -}}
name: {{ .name | default (list (include "signalpost.fullname" .root) .suffix | compact | join "-") }}
labels:
  {{- merge (include "signalpost.labels" . | fromYaml) (.labels | default dict) | toYaml | nindent 2 }}
{{- with merge (dict) (.annotations | default dict) .root.Values.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "signalpost.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "signalpost.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "signalpost.image" -}}
{{- with .Values.image -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ with .digest }}@{{ . }}{{ end }}
{{- end -}}
{{- end -}}

{{/* The paths of a process that the outside may reach. */}}
{{- define "signalpost.paths" -}}
{{- get (dict
  "intake" (list "/hooks" "/slack/interactions")
  "api" (list "/")
  "console" (list "/")
) . | toYaml -}}
{{- end -}}
