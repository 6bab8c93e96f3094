{{/* The URL at which the outside reaches a process, without a final slash; empty if it is not known. Takes root and component. */}}
{{- define "signalpost.url" -}}
{{- $values := .root.Values -}}
{{- $given := get $values.urls .component -}}
{{- $ingressHost := $values.ingress.enabled | ternary (get $values.ingress.hosts .component) "" -}}
{{- $routeHost := $values.httpRoute.enabled | ternary (get $values.httpRoute.hosts .component) "" -}}
{{- if $given -}}
{{- trimSuffix "/" $given -}}
{{- else if $ingressHost -}}
{{- $isSecure := false -}}
{{- range $values.ingress.tls -}}
{{- if has $ingressHost .hosts -}}{{- $isSecure = true -}}{{- end -}}
{{- end -}}
{{ $isSecure | ternary "https" "http" }}://{{ $ingressHost }}
{{- else if $routeHost -}}
https://{{ $routeHost }}
{{- else if ne .component "console" -}}
http://{{ include "signalpost.fullname" .root }}-{{ .component }}:{{ (get $values .component).service.port }}
{{- end -}}
{{- end -}}

{{/* The variables of a container: those of all, of its component, of the chart, and the files of secrets. Takes root, config and extraEnv. */}}
{{- define "signalpost.environment" -}}
{{- $chosen := dict "SIGNALPOST_DRAIN_SECONDS" .root.Values.drainSeconds -}}
{{- range $component, $variable := dict "intake" "SIGNALPOST_INTAKE_URL" "api" "SIGNALPOST_PUBLIC_URL" "console" "SIGNALPOST_CONSOLE_URL" -}}
{{- with include "signalpost.url" (dict "root" $.root "component" $component) -}}
{{- $_ := set $chosen $variable . -}}
{{- end -}}
{{- end -}}
{{- with .root.Values.intake -}}
{{- if .enabled -}}
{{- $_ := set $chosen "SIGNALPOST_SEARCHER_INTAKE_URL" (printf "http://%s-intake:%d" (include "signalpost.fullname" $.root) (int .service.port)) -}}
{{- end -}}
{{- end -}}
{{- range $name, $value := merge (deepCopy (.config | default dict)) .root.Values.config $chosen }}
- name: {{ $name }}
  {{- /* YAML's whole numbers arrive as floating point, which would be written with an exponent. */}}
  value: {{ kindIs "float64" $value | ternary (int64 $value | toString) (toString $value) | quote }}
{{- end }}
{{- range $name, $key := .root.Values.secretKeys }}
{{- if $key }}
- name: {{ $name }}_FILE
  value: /etc/signalpost/secrets/{{ $name }}
{{- end }}
{{- end }}
{{- with concat .root.Values.extraEnv (.extraEnv | default list) }}
{{ toYaml . }}
{{- end }}
{{- end -}}
